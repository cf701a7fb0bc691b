package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.CheckpointFigures;
import dev.weir.samples.peers.common.PeerReport;
import dev.weir.samples.peers.common.Totals;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import java.util.Map;

/** Runs made up for the tests. */
final class Samples {

    private static final Totals RIGHT = new Totals(10, 0xABCL);

    private Samples() {}

    static RunKey key(BenchSystem system, int run) {
        return key(Workload.W1A, system, run);
    }

    static RunKey key(Workload workload, BenchSystem system, int run) {
        return new RunKey(workload, Variant.STATE, system, run);
    }

    /** A right report of ten seconds at full use of two cores. */
    static PeerReport report(double millionPerSecond) {
        return report(millionPerSecond, RIGHT, Map.of());
    }

    static PeerReport wrongReport() {
        return report(100, new Totals(9, 0xABCL), Map.of());
    }

    static RunOutcome outcome(BenchSystem system, int run, double millionPerSecond) {
        return RunOutcome.of(key(system, run), report(millionPerSecond));
    }

    /** A right run with further figures. */
    static RunOutcome outcome(Workload workload, BenchSystem system, Map<String, Double> figures) {
        return RunOutcome.of(key(workload, system, 1), report(figures));
    }

    /** A right report with further figures. */
    static PeerReport report(Map<String, Double> figures) {
        return report(10, RIGHT, figures);
    }

    private static PeerReport report(double millionPerSecond, Totals actual, Map<String, Double> figures) {
        return new PeerReport(
                Math.round(millionPerSecond * 10e6),
                10,
                20,
                1000,
                5,
                actual,
                RIGHT,
                new CheckpointFigures(0, 0),
                0,
                figures);
    }
}
