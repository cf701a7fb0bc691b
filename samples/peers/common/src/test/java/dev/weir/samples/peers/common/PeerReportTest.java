package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerReportTest {

    @Test
    void aReportSurvivesItsLine() {
        PeerReport report = new PeerReport(
                123_456_789_012L,
                15.25,
                29.5,
                1400,
                17,
                new Totals(99, Long.MIN_VALUE),
                new Totals(98, -1),
                new CheckpointFigures(14, 80.5),
                211.75,
                Map.of("syncMaxMillis", 7.25, "heapSlopeMbPerMin", -0.5));

        assertThat(PeerReport.parse(report.toLine())).isEqualTo(report);
    }

    @Test
    void aLineThatLacksAFieldIsRefusedByName() {
        assertThatThrownBy(() -> PeerReport.parse("RESULT records=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seconds");
    }

    @Test
    void anotherLineIsRefused() {
        assertThatThrownBy(() -> PeerReport.parse("INFO records=1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPlanSurvivesTheCommandLine() {
        RunPlan plan = new RunPlan(
                Workload.W1B,
                Variant.STRING,
                "flink-tuned",
                15,
                Path.of("some folder", "checkpoints"),
                Instant.parse("2026-01-02T03:04:05.678901Z"));

        assertThat(RunPlan.parse(plan.toArguments())).isEqualTo(plan);
    }
}
