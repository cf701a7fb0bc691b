package dev.weir.samples.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The medians of all systems, job by job, and how many times each system makes of Flink: of the better one of flink and
 * flink-reuse, and of flink-tuned; each per second and per CPU-second. Below it the workload's further figures.
 */
final class ComparisonTable {

    private static final double MILLION = 1e6;
    private static final String NOT_KNOWN = "-";
    private static final List<String> HEADER = List.of(
            "system",
            "runs",
            "void",
            "M/s",
            "M/CPU-s",
            "cores",
            "RSS MB",
            "GC ms",
            "chk",
            "chk ms",
            "x flink /s",
            "x flink /CPU-s",
            "x tuned /s",
            "x tuned /CPU-s");

    private ComparisonTable() {}

    /** The table as text, a blank line between jobs. */
    static String of(Options options, List<RunOutcome> outcomes) {
        StringBuilder text = new StringBuilder();
        for (var workload : options.workloads()) {
            for (var variant : options.variants()) {
                List<RunOutcome> ofJob = outcomes.stream()
                        .filter(outcome -> outcome.key().workload() == workload
                                && outcome.key().variant() == variant)
                        .toList();
                text.append(String.format("%n%s, variant %s (medians)%n", workload, variant))
                        .append(ofJob(options.systems(), ofJob));
            }
        }
        return text.toString();
    }

    private static String ofJob(List<BenchSystem> systems, List<RunOutcome> outcomes) {
        List<Medians> all = systems.stream()
                .flatMap(system -> Medians.of(system, ofSystem(system, outcomes)).stream())
                .toList();
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        all.forEach(medians -> rows.add(row(medians, all)));
        return aligned(rows) + notes(systems, all);
    }

    private static List<RunOutcome> ofSystem(BenchSystem system, List<RunOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.key().system() == system)
                .toList();
    }

    private static List<String> row(Medians medians, List<Medians> all) {
        Predicate<BenchSystem> isTuned = system -> system == BenchSystem.FLINK_TUNED;
        return List.of(
                medians.system() + (medians.isSlow() ? "*" : ""),
                Integer.toString(medians.runCount()),
                Integer.toString(medians.voidCount()),
                number(medians.recordsPerSecond() / MILLION, 2),
                number(medians.recordsPerCpuSecond() / MILLION, 2),
                number(medians.coresUsed(), 2),
                number(medians.peakRssMb(), 0),
                number(medians.gcMillis(), 0),
                number(medians.checkpoints(), 0),
                number(medians.checkpointMillis(), 1),
                ratio(medians, all, BenchSystem::isFlinkAsUsed, Medians::recordsPerSecond),
                ratio(medians, all, BenchSystem::isFlinkAsUsed, Medians::recordsPerCpuSecond),
                ratio(medians, all, isTuned, Medians::recordsPerSecond),
                ratio(medians, all, isTuned, Medians::recordsPerCpuSecond));
    }

    /** How many times a system's figure is the best one among the systems that match. */
    static String ratio(
            Medians medians, List<Medians> all, Predicate<BenchSystem> isBase, ToDoubleFunction<Medians> figure) {
        OptionalDouble best = all.stream()
                .filter(candidate -> isBase.test(candidate.system()))
                .mapToDouble(figure)
                .max();
        return best.isEmpty() ? NOT_KNOWN : number(figure.applyAsDouble(medians) / best.getAsDouble(), 2);
    }

    private static String notes(List<BenchSystem> systems, List<Medians> all) {
        EnumSet<BenchSystem> without = EnumSet.noneOf(BenchSystem.class);
        without.addAll(systems);
        all.forEach(medians -> without.remove(medians.system()));
        StringBuilder notes = new StringBuilder();
        if (all.stream().anyMatch(Medians::isSlow)) {
            notes.append(String.format(
                    "* all its runs are void, being far below what it reaches on a quiet machine: no ratio counts%n"));
        }
        for (Medians medians : all) {
            medians.figures()
                    .forEach((name, value) ->
                            notes.append(String.format("%s: %s %s%n", medians.system(), name, number(value, 3))));
        }
        without.forEach(system -> notes.append(String.format("%s: no run of it ended right%n", system)));
        return notes.toString();
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String aligned(List<List<String>> rows) {
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length()));
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(String.format("%-" + widths[0] + "s", row.get(0)));
            for (int i = 1; i < widths.length; i++) {
                text.append(String.format("  %" + widths[i] + "s", row.get(i)));
            }
            text.append(System.lineSeparator());
        }
        return text.toString();
    }
}
