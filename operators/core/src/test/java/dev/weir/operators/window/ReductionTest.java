package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReductionTest {

    private static final int JUDGED = 1_000;

    @Test
    void aStreamWhoseKeysRepeatIsNeverPaused() {
        Reduction reduction = new Reduction(JUDGED);

        for (int i = 0; i < 100; i++) {
            assertThat(reduction.onDrained(100_000, 40_000)).isZero();
        }
    }

    @Test
    void fewRecordsAreJudgedTogether() {
        Reduction reduction = new Reduction(JUDGED);

        assertThat(reduction.onDrained(JUDGED - 1, JUDGED - 1)).isZero();
        assertThat(reduction.onDrained(1, 1)).isEqualTo(8 * JUDGED);
    }

    @Test
    void aStreamThatChangesIsAggregatedAgain() {
        Reduction reduction = new Reduction(JUDGED);
        long first = reduction.onDrained(JUDGED, JUDGED);
        assertThat(reduction.onDrained(JUDGED, JUDGED)).isEqualTo(2 * first);
        assertThat(reduction.onDrained(JUDGED, 1)).isZero();

        assertThat(reduction.onDrained(JUDGED, JUDGED)).isEqualTo(first);
    }

    @Seeds(200)
    void ofAStreamThatNeverRepeatsAFewPercentAreTried(long seed) {
        Random random = new Random(seed);
        Reduction reduction = new Reduction(1 + random.nextInt(5_000));
        long tried = 0;
        long passed = 0;
        while (tried + passed < 1_000_000_000L) {
            long records = 1L + random.nextInt(200_000);
            tried += records;
            long pause = reduction.onDrained(records, records);
            assertThat(pause).isBetween(0L, Reduction.LONGEST_PAUSE);
            passed += pause;
        }
        assertThat(tried * 20).isLessThan(passed);
    }
}
