package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StepsTest {

    @Test
    void aCheckpointTakenOnTheWayToTheLimitDoesNotRaiseIt() {
        Steps steps = new Steps(100, 10, 3);
        steps.snapshotTaken(0, 1, 100);
        steps.snapshotTaken(1, 1, 99);
        steps.checkpointCompleted(1);

        assertThat(steps.limit()).isEqualTo(100);
    }

    @Test
    void aCheckpointThatHoldsAllUpToTheLimitRaisesItAndWakesTheSources() {
        Steps steps = new Steps(100, 10, 3);
        CompletableFuture<Void> waiting = steps.nextLimit();
        steps.snapshotTaken(1, 1, 100);
        steps.snapshotTaken(0, 2, 100);
        steps.snapshotTaken(1, 2, 100);
        steps.checkpointCompleted(1);
        assertThat(waiting).isNotDone();
        steps.checkpointCompleted(2);

        assertThat(steps.limit()).isEqualTo(110);
        assertThat(waiting).isDone();
    }

    @Test
    void behindTheLastStepTheSourcesEnd() {
        Steps steps = new Steps(100, 10, 2);
        for (int step = 0; step < 2; step++) {
            assertThat(steps.isOver()).isFalse();
            steps.snapshotTaken(0, step + 1, steps.limit());
            steps.snapshotTaken(1, step + 1, steps.limit());
            steps.checkpointCompleted(step + 1);
        }

        assertThat(steps.isOver()).isTrue();
        assertThat(steps.limit()).isEqualTo(110);
    }

    @Test
    void theFirstLimitIsReachedWhenBothSourcesHaveCome() {
        Steps steps = new Steps(100, 0, 1);
        steps.reached(0);
        assertThat(steps.firstReached()).isNotDone();
        steps.reached(1);
        assertThat(steps.firstReached()).isDone();
    }
}
