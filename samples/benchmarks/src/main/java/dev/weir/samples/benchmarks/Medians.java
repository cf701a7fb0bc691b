package dev.weir.samples.benchmarks;

import dev.weir.samples.benchmarks.RunOutcome.Verdict;
import dev.weir.samples.peers.common.PeerReport;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The medians of one system's runs of one job. Taken over the valid runs; where there are none, over the slow ones, and
 * then {@code isSlow} says so. Wrong runs never count.
 *
 * @param runCount how many runs the medians are over
 * @param voidCount how many of the system's runs are void
 * @param figures what else the workload asks for, by name
 */
record Medians(
        BenchSystem system,
        int runCount,
        int voidCount,
        boolean isSlow,
        double recordsPerSecond,
        double recordsPerCpuSecond,
        double coresUsed,
        double peakRssMb,
        double gcMillis,
        double checkpoints,
        double checkpointMillis,
        Map<String, Double> figures) {

    /** One of the further figures; NaN where the system has none of that name. */
    double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }

    /** The medians over a system's runs of one job; empty when none of them ended right. */
    static Optional<Medians> of(BenchSystem system, List<RunOutcome> outcomes) {
        List<PeerReport> valid = reports(outcomes, Verdict.VALID);
        List<PeerReport> counted = valid.isEmpty() ? reports(outcomes, Verdict.SLOW) : valid;
        if (counted.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Medians(
                system,
                counted.size(),
                outcomes.size() - valid.size(),
                valid.isEmpty(),
                median(counted, PeerReport::recordsPerSecond),
                median(counted, PeerReport::recordsPerCpuSecond),
                median(counted, PeerReport::coresUsed),
                median(counted, PeerReport::peakRssMb),
                median(counted, PeerReport::gcMillis),
                median(counted, report -> report.checkpoints().count()),
                median(counted, report -> report.checkpoints().meanMillis()),
                figures(counted)));
    }

    /** The medians of the figures that all the reports have, in the order of the first one. */
    private static Map<String, Double> figures(List<PeerReport> reports) {
        Map<String, Double> medians = new LinkedHashMap<>(reports.get(0).figures());
        reports.forEach(report -> medians.keySet().retainAll(report.figures().keySet()));
        medians.replaceAll(
                (name, first) -> median(reports, report -> report.figures().getOrDefault(name, first)));
        return medians;
    }

    private static List<PeerReport> reports(List<RunOutcome> outcomes, Verdict verdict) {
        return outcomes.stream()
                .filter(outcome -> outcome.verdict() == verdict)
                .flatMap(outcome -> outcome.reportIfAny().stream())
                .toList();
    }

    private static double median(List<PeerReport> reports, ToDoubleFunction<PeerReport> figure) {
        return median(reports.stream().mapToDouble(figure).toArray());
    }

    /** The middle value, or the mean of the two middle ones. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int upper = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
    }
}
