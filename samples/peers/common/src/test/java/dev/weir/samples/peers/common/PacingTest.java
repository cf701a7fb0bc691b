package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PacingTest {

    private static final long SECOND_NANOS = 1_000_000_000L;

    @Test
    void theSourcesTakeTurnsTenMicrosecondsApart() {
        Pacing even = Pacing.of(0, 500);
        Pacing odd = Pacing.of(1, 500);

        assertThat(even.createdNanos(0)).isEqualTo(500);
        assertThat(odd.createdNanos(0)).isEqualTo(10_500);
        assertThat(even.createdNanos(1)).isEqualTo(20_500);
        assertThat(odd.createdNanos(1)).isEqualTo(30_500);
    }

    @Test
    void inASecondAllTheRecordsOfTheRateAreDue() {
        long due = Pacing.of(0, 0).dueCount(SECOND_NANOS - 1) + Pacing.of(1, 0).dueCount(SECOND_NANOS - 1);

        assertThat(due).isEqualTo(Pacing.RECORDS_PER_SECOND);
        assertThat(Pacing.recordsPerSource(1)).isEqualTo(Pacing.RECORDS_PER_SECOND / 2);
    }

    @Test
    void beforeItsFirstRecordNothingIsDue() {
        assertThat(Pacing.of(1, 0).dueCount(9_999)).isZero();
        assertThat(Pacing.of(1, 0).dueCount(10_000)).isEqualTo(1);
    }

    @Seeds(20)
    void aRecordIsDueFromItsTimeOnWhereverTheClockStands(long seed) {
        Random random = new Random(seed);
        Pacing pacing = Pacing.of(random.nextInt(2), random.nextLong(-(1L << 60), 1L << 60));
        long index = random.nextLong(1L << 40);
        long created = pacing.createdNanos(index);

        assertThat(pacing.dueCount(created)).isEqualTo(index + 1);
        assertThat(pacing.dueCount(created - 1)).isEqualTo(index);
    }
}
