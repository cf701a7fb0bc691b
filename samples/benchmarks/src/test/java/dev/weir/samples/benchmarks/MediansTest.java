package dev.weir.samples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MediansTest {

    @Test
    void theMedianIsTheMiddleValueOrTheMeanOfTheTwoMiddleOnes() {
        assertThat(Medians.median(new double[] {3, 1, 2})).isEqualTo(2);
        assertThat(Medians.median(new double[] {4, 1, 3, 2})).isEqualTo(2.5);
        assertThat(Medians.median(new double[] {7})).isEqualTo(7);
    }

    @Test
    void slowAndWrongRunsDoNotCountBesideValidOnes() {
        Medians medians = medians(
                BenchSystem.FLINK,
                Samples.outcome(BenchSystem.FLINK, 1, 2.4),
                Samples.outcome(BenchSystem.FLINK, 2, 0.1),
                RunOutcome.of(Samples.key(BenchSystem.FLINK, 3), Samples.wrongReport()));

        assertThat(medians.recordsPerSecond()).isEqualTo(2.4e6);
        assertThat(medians.runCount()).isEqualTo(1);
        assertThat(medians.voidCount()).isEqualTo(2);
        assertThat(medians.isSlow()).isFalse();
    }

    @Test
    void slowRunsAreShownAsSuchWhenThereIsNothingElse() {
        Medians medians = medians(BenchSystem.FLINK, Samples.outcome(BenchSystem.FLINK, 1, 0.1));

        assertThat(medians.isSlow()).isTrue();
        assertThat(medians.recordsPerSecond()).isEqualTo(0.1e6);
    }

    @Test
    void aSystemWithoutARightRunHasNoMedians() {
        assertThat(Medians.of(
                        BenchSystem.LOOP,
                        List.of(RunOutcome.of(Samples.key(BenchSystem.LOOP, 1), Samples.wrongReport()))))
                .isEmpty();
    }

    @Test
    void furtherFiguresHaveMediansWhereAllRunsGiveThem() {
        Medians medians = medians(
                BenchSystem.WEIR,
                outcome(Map.of("syncP99Millis", 2.0, "heapSlopeMbPerMin", 1.0)),
                outcome(Map.of("syncP99Millis", 9.0)),
                outcome(Map.of("syncP99Millis", 4.0, "heapSlopeMbPerMin", 1.0)));

        assertThat(medians.figures()).isEqualTo(Map.of("syncP99Millis", 4.0));
    }

    private static RunOutcome outcome(Map<String, Double> figures) {
        return RunOutcome.of(Samples.key(BenchSystem.WEIR, 1), Samples.report(figures));
    }

    private static Medians medians(BenchSystem system, RunOutcome... outcomes) {
        return Medians.of(system, List.of(outcomes)).orElseThrow();
    }
}
