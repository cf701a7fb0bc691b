package dev.weir.samples.benchmarks;

import static java.util.Map.entry;

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

    /** How many times its reference a duration may be. */
    private static final double TOO_LONG = 1.25;

    private static final double MILLION = 1e6;

    private static final Map<Workload, Map<BenchSystem, Speed>> SPEEDS = Map.of(
            Workload.W1A,
            Map.of(
                    BenchSystem.FLINK, new Speed(2.3, 1.1),
                    BenchSystem.FLINK_REUSE, new Speed(2.4, 1.1),
                    BenchSystem.FLINK_TUNED, new Speed(3.7, 1.7),
                    BenchSystem.JET, new Speed(2.8, 1.45),
                    BenchSystem.JET_CORE, new Speed(3.7, 2.0),
                    BenchSystem.LOOP, new Speed(86, 44)),
            Workload.W1B,
            Map.of(
                    BenchSystem.FLINK, new Speed(1.9, 0.9),
                    BenchSystem.FLINK_REUSE, new Speed(2.5, 1.2),
                    BenchSystem.FLINK_TUNED, new Speed(2.7, 1.3),
                    BenchSystem.JET, new Speed(1.9, 1.0),
                    BenchSystem.JET_CORE, new Speed(2.8, 1.5)),
            Workload.W1C,
            Map.of(BenchSystem.FLINK, new Speed(0.41, 0.19)),
            Workload.W5,
            Map.of(BenchSystem.FLINK, new Speed(0.15, 0.09)),
            Workload.W2,
            Map.of(
                    BenchSystem.FLINK, new Speed(4.3, 2.1),
                    BenchSystem.FLINK_TUNED, new Speed(5.0, 2.5),
                    BenchSystem.JET, new Speed(8.3, 4.7),
                    BenchSystem.JET_CORE, new Speed(11.2, 6.2),
                    BenchSystem.LOOP, new Speed(89, 45)),
            Workload.W3,
            Map.of(
                    BenchSystem.FLINK, new Speed(8.9, 4.1),
                    BenchSystem.FLINK_REUSE, new Speed(12.8, 5.8),
                    BenchSystem.FLINK_TUNED, new Speed(17.0, 8.0),
                    BenchSystem.JET, new Speed(5.4, 2.8),
                    BenchSystem.JET_CORE, new Speed(6.1, 3.4),
                    BenchSystem.LOOP, new Speed(168, 85)));

    private static final Map<Workload, Map<BenchSystem, Time>> TIMES = Map.ofEntries(
            entry(
                    Workload.W4,
                    Map.of(
                            BenchSystem.FLINK, new Time("p50Micros", 13_600),
                            BenchSystem.FLINK_REUSE, new Time("p50Micros", 1_400),
                            BenchSystem.FLINK_TUNED, new Time("p50Micros", 740),
                            BenchSystem.JET, new Time("p50Micros", 270))),
            entry(
                    Workload.W6,
                    Map.of(
                            BenchSystem.FLINK, new Time("millis", 590),
                            BenchSystem.FLINK_REUSE, new Time("millis", 590),
                            BenchSystem.FLINK_TUNED, new Time("millis", 590),
                            BenchSystem.JET, new Time("millis", 2_300))),
            entry(
                    Workload.START,
                    Map.of(
                            BenchSystem.FLINK, new Time("millis", 6_100),
                            BenchSystem.FLINK_REUSE, new Time("millis", 6_100),
                            BenchSystem.FLINK_TUNED, new Time("millis", 6_100),
                            BenchSystem.JET, new Time("millis", 2_700))));

    private record Speed(double millionPerSecond, double millionPerCpuSecond) {}

    private record Time(String figure, double value) {}

    private ReferenceFigures() {}

    /** Why a peer's run is too slow to compare with; empty when it isn't, or when there is no figure for such a job. */
    static Optional<String> slowness(RunKey key, PeerReport report) {
        if (key.variant().hasStringKeys() || key.variant() == Variant.CHAIN) {
            return Optional.empty();
        }
        return tooFewRecords(key, report).or(() -> tooLongTime(key, report));
    }

    private static Optional<String> tooFewRecords(RunKey key, PeerReport report) {
        return Optional.ofNullable(SPEEDS.getOrDefault(key.workload(), Map.of()).get(key.system()))
                .filter(speed -> report.recordsPerSecond() < ENOUGH * MILLION * speed.millionPerSecond()
                        || report.recordsPerCpuSecond() < ENOUGH * MILLION * speed.millionPerCpuSecond())
                .map(speed -> String.format(
                        Locale.ROOT,
                        "slow: a peer must reach %.0f %% of its reference: %.2f M/s of %.2f, %.2f M/CPU-s of %.2f; "
                                + "repeat on a quiet machine",
                        ENOUGH * 100,
                        report.recordsPerSecond() / MILLION,
                        speed.millionPerSecond(),
                        report.recordsPerCpuSecond() / MILLION,
                        speed.millionPerCpuSecond()));
    }

    private static Optional<String> tooLongTime(RunKey key, PeerReport report) {
        return Optional.ofNullable(TIMES.getOrDefault(key.workload(), Map.of()).get(key.system()))
                .filter(time -> report.figures().getOrDefault(time.figure(), 0.0) > TOO_LONG * time.value())
                .map(time -> String.format(
                        Locale.ROOT,
                        "slow: a peer must stay within %.0f %% of its reference: %s %.1f of %.1f; repeat on a quiet"
                                + " machine",
                        TOO_LONG * 100,
                        time.figure(),
                        report.figures().get(time.figure()),
                        time.value()));
    }
}
