package dev.weir.samples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    private static Medians medians(BenchSystem system, RunOutcome... outcomes) {
        return Medians.of(system, List.of(outcomes)).orElseThrow();
    }
}
