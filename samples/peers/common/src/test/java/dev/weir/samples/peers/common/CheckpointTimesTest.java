package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckpointTimesTest {

    private static final long MB_BYTES = 1 << 20;

    private final CheckpointTimes times = new CheckpointTimes();

    @Test
    void whatEndedWhileTheSinkWasSlowCounts() {
        times.completed(1_000, 1_010, MB_BYTES);
        times.completed(2_000, 2_030, 3 * MB_BYTES);
        times.completed(3_000, 3_020, 2 * MB_BYTES);
        times.failed(4_000, 4_500);

        assertThat(figures(1_000, 5_000))
                .containsExactly(
                        entry("checkpointP50Millis", 20.0),
                        entry("checkpointP99Millis", 30.0),
                        entry("checkpointMaxMillis", 30.0),
                        entry("persistedP50Mb", 2.0),
                        entry("persistedMaxMb", 3.0),
                        entry("checkpointsCompleted", 3.0),
                        entry("checkpointsFailed", 1.0),
                        entry("checkpointOpenMillis", 0.0));
    }

    @Test
    void oneThatEndedBecauseTheSinkLetGoIsNoCheckpointButTellsItsAge() {
        times.completed(1_000, 1_010, 0);
        times.completed(2_000, 5_001, 0);
        times.completed(5_002, 5_003, 0);

        assertThat(figures(1_000, 5_000))
                .contains(
                        entry("checkpointsCompleted", 1.0),
                        entry("checkpointMaxMillis", 10.0),
                        entry("checkpointOpenMillis", 3_000.0));
    }

    @Test
    void whereNoneEndedInTimeThereAreNoPercentiles() {
        times.completed(1_000, 9_000, 0);

        assertThat(figures(1_000, 5_000))
                .containsExactly(
                        entry("checkpointsCompleted", 0.0),
                        entry("checkpointsFailed", 0.0),
                        entry("checkpointOpenMillis", 4_000.0));
    }

    @Test
    void anOlderJobsCheckpointsDoNotCount() {
        times.completed(900, 1_500, 0);
        assertThat(figures(1_000, 5_000)).contains(entry("checkpointsCompleted", 0.0));
    }

    @Test
    void aJobThatTellsOfNoneHasNoFigures() {
        assertThat(figures(0, 5_000)).isEmpty();
    }

    private Map<String, Double> figures(long fromMillis, long toMillis) {
        Meter meter = Meter.begin(Workload.W1A, StopRule.counted(1));
        times.report(meter, fromMillis, toMillis);
        meter.sourceStarted();
        return meter.finish().figures();
    }
}
