package dev.weir.samples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.benchmarks.RunOutcome.Verdict;
import dev.weir.samples.peers.common.Workload;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {

    @Test
    void aValidRunIsTheLineThatToolsRead() {
        assertThat(Samples.outcome(BenchSystem.WEIR, 1, 20).toJson())
                .isEqualTo("{\"workload\":\"W1a\",\"system\":\"weir\",\"run\":1,\"records\":200000000,"
                        + "\"seconds\":10.000,\"recordsPerSecond\":20000000,\"recordsPerCpuSecond\":10000000,"
                        + "\"peakRssMb\":1000,\"checksum\":\"0000000000000abc\",\"sinkRecords\":10,"
                        + "\"cpuSeconds\":20.000,\"coresUsed\":2.00,\"gcMillis\":5,\"checkpoints\":0,"
                        + "\"checkpointMillis\":0.0,\"variant\":\"state\"}");
    }

    @Test
    void furtherFiguresAreFieldsOfTheLine() {
        RunOutcome outcome =
                RunOutcome.of(Samples.key(BenchSystem.WEIR, 1), Samples.report(Map.of("heapSlopeMbPerMin", -0.0625)));

        assertThat(outcome.toJson()).contains("\"checkpointMillis\":0.0,\"heapSlopeMbPerMin\":-0.063,");
    }

    @Test
    void aWrongChecksumMakesARunVoidHoweverFast() {
        RunOutcome outcome = RunOutcome.of(Samples.key(BenchSystem.WEIR, 1), Samples.wrongReport());

        assertThat(outcome.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(outcome.toJson()).contains("\"void\":\"checksum: ");
    }

    @Test
    void aSoakWithAFaultOrWithoutAFigureOfItIsWrong() {
        Map<String, Double> right =
                Map.of("lost", 0.0, "duplicate", 0.0, "outOfOrder", 0.0, "unfinishedTransactions", 0.0, "growing", 0.0);
        assertThat(soak(right).verdict()).isEqualTo(Verdict.VALID);

        Map<String, Double> growing = new HashMap<>(right);
        growing.put("growing", 1.0);
        assertThat(soak(growing).verdict()).isEqualTo(Verdict.WRONG);
        assertThat(soak(growing).toJson()).contains("\"void\":\"faults: there must be none: growing 1.0\"");

        assertThat(soak(Map.of("lost", 0.0)).verdict()).isEqualTo(Verdict.WRONG);
    }

    private static RunOutcome soak(Map<String, Double> figures) {
        return Samples.outcome(Workload.SOAK, BenchSystem.WEIR, figures);
    }

    @Test
    void aPeerMoreThanAQuarterBelowItsReferenceIsSlow() {
        assertThat(Samples.outcome(BenchSystem.FLINK, 1, 2.3).verdict()).isEqualTo(Verdict.VALID);
        assertThat(Samples.outcome(BenchSystem.FLINK, 1, 1.6).verdict()).isEqualTo(Verdict.SLOW);
        assertThat(Samples.outcome(BenchSystem.FLINK, 1, 1.6).toJson()).contains("\"void\":\"slow: ");
    }

    @Test
    void aPeerThatTakesMoreThanAQuarterLongerThanItsReferenceIsSlow() {
        assertThat(verdict(Workload.W4, BenchSystem.FLINK_TUNED, "p50Micros", 920))
                .isEqualTo(Verdict.VALID);
        assertThat(verdict(Workload.W4, BenchSystem.FLINK_TUNED, "p50Micros", 930))
                .isEqualTo(Verdict.SLOW);
        assertThat(verdict(Workload.W6, BenchSystem.JET, "millis", 3_000)).isEqualTo(Verdict.SLOW);
        assertThat(verdict(Workload.START, BenchSystem.FLINK, "millis", 7_000)).isEqualTo(Verdict.VALID);
        assertThat(Samples.outcome(Workload.START, BenchSystem.JET, Map.of("millis", 4_000.0))
                        .toJson())
                .contains("\"void\":\"slow: a peer must stay within 125 % of its reference: millis 4000.0 of 2700.0");
    }

    @Test
    void weirTakesItsTimeUnjudged() {
        assertThat(verdict(Workload.START, BenchSystem.WEIR, "millis", 60_000)).isEqualTo(Verdict.VALID);
    }

    private static Verdict verdict(Workload workload, BenchSystem system, String figure, double value) {
        return Samples.outcome(workload, system, Map.of(figure, value)).verdict();
    }

    @Test
    void weirHasNoReferenceToFallBehind() {
        assertThat(Samples.outcome(BenchSystem.WEIR, 1, 0.1).verdict()).isEqualTo(Verdict.VALID);
    }

    @Test
    void aFailedRunSaysWhyAndHasNoFigures() {
        assertThat(RunOutcome.failed(Samples.key(BenchSystem.LOOP, 2), "a \"b\"\n")
                        .toJson())
                .isEqualTo("{\"workload\":\"W1a\",\"system\":\"loop\",\"run\":2,\"variant\":\"state\","
                        + "\"void\":\"a \\\"b\\\"\\u000a\"}");
    }
}
