package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.PeerReport;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the peers reached on a quiet machine with two cores. A peer that falls far behind was held up by something else,
 * and beating it then would prove nothing.
 */
final class ReferenceFigures {

    /** The share of the reference that a run must reach. */
    private static final double ENOUGH = 0.75;

    private static final double MILLION = 1e6;

    private static final Map<Workload, Map<BenchSystem, Figure>> FIGURES = Map.of(
            Workload.W1A,
            Map.of(
                    BenchSystem.FLINK, new Figure(2.3, 1.1),
                    BenchSystem.FLINK_REUSE, new Figure(2.4, 1.1),
                    BenchSystem.FLINK_TUNED, new Figure(3.7, 1.7),
                    BenchSystem.LOOP, new Figure(86, 44)),
            Workload.W1B,
            Map.of(
                    BenchSystem.FLINK, new Figure(1.9, 0.9),
                    BenchSystem.FLINK_REUSE, new Figure(2.5, 1.2),
                    BenchSystem.FLINK_TUNED, new Figure(2.7, 1.3)));

    private record Figure(double millionPerSecond, double millionPerCpuSecond) {}

    private ReferenceFigures() {}

    /** Why a peer's run is too slow to compare with; empty when it isn't, or when there is no figure for such a job. */
    static Optional<String> slowness(RunKey key, PeerReport report) {
        if (key.variant().hasStringKeys() || key.variant() == Variant.CHAIN) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                        FIGURES.getOrDefault(key.workload(), Map.of()).get(key.system()))
                .filter(figure -> report.recordsPerSecond() < ENOUGH * MILLION * figure.millionPerSecond()
                        || report.recordsPerCpuSecond() < ENOUGH * MILLION * figure.millionPerCpuSecond())
                .map(figure -> String.format(
                        Locale.ROOT,
                        "slow: a peer must reach %.0f %% of its reference: %.2f M/s of %.2f, %.2f M/CPU-s of %.2f; "
                                + "repeat on a quiet machine",
                        ENOUGH * 100,
                        report.recordsPerSecond() / MILLION,
                        figure.millionPerSecond(),
                        report.recordsPerCpuSecond() / MILLION,
                        figure.millionPerCpuSecond()));
    }
}
