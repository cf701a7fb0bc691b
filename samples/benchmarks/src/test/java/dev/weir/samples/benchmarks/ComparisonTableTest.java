package dev.weir.samples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.peers.common.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {

    private static final Options OPTIONS =
            Options.parse(new String[] {"--systems", "weir,flink,flink-reuse,flink-tuned,jet"});

    @Test
    void weirIsComparedWithTheBetterFlinkWithTheTunedOneAndWithJet() {
        String table = ComparisonTable.of(
                OPTIONS,
                List.of(
                        Samples.outcome(BenchSystem.WEIR, 1, 24),
                        Samples.outcome(BenchSystem.FLINK, 1, 2.4),
                        Samples.outcome(BenchSystem.FLINK_REUSE, 1, 3.0),
                        Samples.outcome(BenchSystem.FLINK_TUNED, 1, 4.0),
                        Samples.outcome(BenchSystem.JET, 1, 4.8)));

        assertThat(cells(table, "weir"))
                .containsExactly(
                        "weir", "1", "0", "24.00", "12.00", "2.00", "1000", "5", "0", "0.0", "8.00", "8.00", "6.00",
                        "6.00", "5.00", "5.00");
        assertThat(cells(table, "flink-reuse")).contains("1.00", "0.75");
        assertThat(table).contains("W1a, variant state (medians)").doesNotContain("*");
    }

    @Test
    void withoutTheOtherSideThereIsNoRatio() {
        String table = ComparisonTable.of(OPTIONS, List.of(Samples.outcome(BenchSystem.WEIR, 1, 24)));

        assertThat(cells(table, "weir")).endsWith("-", "-", "-", "-", "-", "-");
        assertThat(table).contains("flink-tuned: no run of it ended right");
    }

    @Test
    void ofADurationLessIsBetter() {
        Options options = Options.parse("--workload W6 --systems weir,flink,jet".split(" ", -1));
        String table = ComparisonTable.of(
                options,
                List.of(
                        Samples.outcome(
                                Workload.W6,
                                BenchSystem.WEIR,
                                Map.of("millis", 50.0, "millisMax", 80.0, "millis1", 80.0)),
                        Samples.outcome(Workload.W6, BenchSystem.FLINK, Map.of("millis", 500.0, "millisMax", 600.0))));

        assertThat(cells(table, "weir"))
                .startsWith("weir", "1", "0", "50.0", "80.0")
                .endsWith("10.00", "-", "-");
        assertThat(table)
                .contains("x flink millis", "weir: millis1 80.000", "jet: no run of it ended right")
                .doesNotContain("M/CPU-s", "x flink millisMax", "weir: millisMax");
    }

    @Test
    void aSlowPeerIsMarked() {
        String table = ComparisonTable.of(OPTIONS, List.of(Samples.outcome(BenchSystem.FLINK, 1, 0.5)));

        assertThat(table).contains("flink*").contains("no ratio counts");
    }

    private static String[] cells(String table, String system) {
        return table.lines()
                .filter(line -> line.startsWith(system + " "))
                .findFirst()
                .orElseThrow()
                .trim()
                .split("\\s+", -1);
    }
}
