package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.graph.Node.Threading;
import org.junit.jupiter.api.Test;

class TurnSizeTest {

    private static final long MICRO = 1_000;

    @Test
    void quickRecordsComeByTheBatch() {
        TurnSize size = TurnSize.of(Threading.SHARED);
        size.took(20 * MICRO);
        assertThat(size.records()).isEqualTo(RecordBatch.CAPACITY);
    }

    @Test
    void slowRecordsComeFewAtATime() {
        TurnSize size = TurnSize.of(Threading.SHARED);
        for (int turn = 0; turn < 3; turn++) {
            size.took(5_000 * MICRO);
        }
        assertThat(size.records()).isEqualTo(TurnSize.LEAST);
        size.took(5_000 * MICRO);
        assertThat(size.records()).isEqualTo(TurnSize.LEAST);
    }

    @Test
    void aPauseOfTheProcessIsForgottenAfterTwoTurns() {
        TurnSize size = TurnSize.of(Threading.SHARED);
        size.took(40_000 * MICRO);
        assertThat(size.records()).isLessThan(RecordBatch.CAPACITY);
        size.took(10 * MICRO);
        size.took(10 * MICRO);
        assertThat(size.records()).isEqualTo(RecordBatch.CAPACITY);
    }

    @Test
    void aChainThatBlocksBeginsWithFewAndGoesUpWhereItDoesNot() {
        TurnSize size = TurnSize.of(Threading.OWN_THREAD);
        assertThat(size.records()).isEqualTo(TurnSize.LEAST);
        for (int turn = 0; turn < 10; turn++) {
            size.took(MICRO);
        }
        assertThat(size.records()).isEqualTo(RecordBatch.CAPACITY);
    }
}
