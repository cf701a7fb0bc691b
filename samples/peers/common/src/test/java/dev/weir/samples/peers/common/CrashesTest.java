package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.testing.Seeds;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CrashesTest {

    private static final long MILLI_NANOS = 1_000_000;

    private final Crashes crashes = new Crashes(3, () -> true);

    @Test
    void nothingStrikesBeforeACheckpointHasCompleted() {
        assertThat(crashes.strikes()).isFalse();
        crashes.checkpointCompleted();
        assertThat(crashes.strikes()).isTrue();
    }

    @Test
    void nothingStrikesBeforeTheJobHoldsWhatItIsToRestore() {
        AtomicBoolean isFull = new AtomicBoolean();
        Crashes waiting = new Crashes(1, isFull::get);
        waiting.checkpointCompleted();
        assertThat(waiting.strikes()).isFalse();

        isFull.set(true);
        assertThat(waiting.strikes()).isFalse();
        waiting.checkpointCompleted();
        assertThat(waiting.strikes()).isTrue();
    }

    @Test
    void itStrikesOnceHoweverManyFunctionsAskUntilAFurtherCheckpointCompletes() {
        crashes.checkpointCompleted();
        assertThat(crashes.strikes()).isTrue();
        assertThat(crashes.strikes()).isFalse();
        crashes.checkpointCompleted();
        assertThat(crashes.strikes()).isFalse();

        crashes.firstRecordAt(1, 0);
        assertThat(crashes.strikes()).isFalse();
        crashes.checkpointCompleted();
        assertThat(crashes.strikes()).isTrue();
    }

    @Test
    void whatASinkFromBeforeTheCrashStillGetsIsNoRecovery() {
        recover(10);
        crashes.checkpointCompleted();
        crashes.strikesAt(0);
        crashes.firstRecordAt(0, 1);
        crashes.firstRecordAt(1, 2);
        crashes.firstRecordAt(2, 70 * MILLI_NANOS);
        crashes.firstRecordAt(2, 90 * MILLI_NANOS);
        recover(30);

        assertThat(figures())
                .containsExactly(
                        entry("millis", 30.0),
                        entry("millisMax", 70.0),
                        entry("millis1", 10.0),
                        entry("millis2", 70.0),
                        entry("millis3", 30.0));
    }

    @Test
    void aJobThatEndsBeforeItsLastRecoveryIsNoMeasurement() {
        recover(10);
        crashes.checkpointCompleted();
        crashes.strikesAt(0);

        assertThatThrownBy(this::figures)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("recover from 3 crashes: it recovered from 1 of 2");
    }

    @Test
    void noneIsPlannedForMostJobs() {
        Crashes none = new Crashes(0, () -> true);
        none.checkpointCompleted();

        assertThat(none.strikes()).isFalse();
        assertThat(none.isDone()).isTrue();
    }

    @Seeds(50)
    void inAnyOrderOfEventsThereAreAsManyRecoveriesAsCrashesAndNeverMoreThanPlanned(long seed) {
        Random random = new Random(seed);
        int struck = 0;
        for (int i = 0; i < 1000; i++) {
            switch (random.nextInt(3)) {
                case 0 -> crashes.checkpointCompleted();
                case 1 -> struck += crashes.strikesAt(i) ? 1 : 0;
                default -> crashes.firstRecordAt(random.nextInt(struck + 1), i);
            }
            assertThat(crashes.crashCount()).isEqualTo(struck).isLessThanOrEqualTo(3);
        }

        assertThat(crashes.isDone()).isTrue();
        assertThat(figures()).containsKeys("millis1", "millis2", "millis3").doesNotContainKey("millis4");
    }

    private void recover(long millis) {
        crashes.checkpointCompleted();
        assertThat(crashes.strikesAt(0)).isTrue();
        crashes.firstRecordAt(crashes.crashCount(), millis * MILLI_NANOS);
    }

    private Map<String, Double> figures() {
        Meter meter = Meter.begin(Workload.W1A, StopRule.counted(1));
        meter.sourceStarted();
        crashes.report(meter);
        return meter.finish().figures();
    }
}
