package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The medians of all systems, job by job, and how many times better each system is than Flink and Jet: than the better one
 * of flink and flink-reuse, than flink-tuned, than jet. More records, per second and per CPU-second, are better; where the
 * workload is about a duration, less time. Below it the workload's further figures.
 */
final class ComparisonTable {

    /** A column: its head, and a system's cell. */
    private record Column(String head, Function<Medians, String> cell) {}

    private ComparisonTable() {}

    /** The table as text, a blank line between jobs. */
    static String of(Options options, List<RunOutcome> outcomes) {
        StringBuilder text = new StringBuilder();
        for (var workload : options.workloads()) {
            for (var variant : options.variantsOf(workload)) {
                List<RunOutcome> ofJob = outcomes.stream()
                        .filter(outcome -> outcome.key().workload() == workload
                                && outcome.key().variant() == variant)
                        .toList();
                text.append(String.format("%n%s, variant %s (medians)%n", workload, variant))
                        .append(ofJob(workload, options.systems(), ofJob));
            }
        }
        return text.toString();
    }

    private static String ofJob(Workload workload, List<BenchSystem> systems, List<RunOutcome> outcomes) {
        List<Medians> all = systems.stream()
                .flatMap(system -> Medians.of(system, ofSystem(system, outcomes)).stream())
                .toList();
        List<Column> columns = columns(workload, all);
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns.stream().map(Column::head).toList());
        for (Medians medians : all) {
            rows.add(
                    columns.stream().map(column -> column.cell().apply(medians)).toList());
        }
        return aligned(rows) + notes(workload, systems, all);
    }

    private static List<RunOutcome> ofSystem(BenchSystem system, List<RunOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.key().system() == system)
                .toList();
    }

    private static List<Column> columns(Workload workload, List<Medians> all) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("system", medians -> medians.system() + (medians.isSlow() ? "*" : "")));
        columns.add(new Column("runs", medians -> Integer.toString(medians.runCount())));
        columns.add(new Column("void", medians -> Integer.toString(medians.voidCount())));
        if (workload.asksForThroughput()) {
            columns.add(new Column("M/s", medians -> number(medians.recordsPerSecond() / 1e6, 2)));
            columns.add(new Column("M/CPU-s", medians -> number(medians.recordsPerCpuSecond() / 1e6, 2)));
        }
        durations(workload).forEach(name -> columns.add(new Column(name, medians -> number(medians.figure(name), 1))));
        columns.add(new Column("cores", medians -> number(medians.coresUsed(), 2)));
        columns.add(new Column("RSS MB", medians -> number(medians.peakRssMb(), 0)));
        columns.add(new Column("GC ms", medians -> number(medians.gcMillis(), 0)));
        columns.add(new Column("chk", medians -> number(medians.checkpoints(), 0)));
        columns.add(new Column("chk ms", medians -> number(medians.checkpointMillis(), 1)));
        ratios(workload, all).forEach(columns::add);
        return columns;
    }

    /** The durations a workload is about, the one to compare by first; none when it is about throughput. */
    private static List<String> durations(Workload workload) {
        return switch (workload) {
            case W4 -> List.of("p50Micros", "p99Micros", "p999Micros", "maxMicros");
            case W6, W6_MILLION -> List.of("millis", "millisMax");
            case BACKPRESSURE ->
                List.of(
                        "checkpointP99Millis",
                        "checkpointP50Millis",
                        "checkpointMaxMillis",
                        "checkpointsCompleted",
                        "checkpointOpenMillis",
                        "persistedMaxMb");
            case RESTORE, RESCALE -> List.of("millis", "checkpointMb", "mbPerSecond");
            case DELTA ->
                List.of("deltaMillis", "deltaMaxMillis", "deltaMb", "deltaMaxMb", "fullMb", "firstMillis", "firstMb");
            case START -> List.of("millis");
            case W1A, W1B, W1C, W2, W3, W5, W5_TENTH, SYNC, SYNC_DISK, GROWTH, MEMORY, SOAK -> List.of();
        };
    }

    private static List<Column> ratios(Workload workload, List<Medians> all) {
        List<Column> columns = new ArrayList<>();
        for (Rival rival : Rival.values()) {
            if (workload.asksForThroughput()) {
                columns.add(new Column(
                        "x " + rival + " /s", medians -> rival.timesAsMany(medians, all, Medians::recordsPerSecond)));
                columns.add(new Column(
                        "x " + rival + " /CPU-s",
                        medians -> rival.timesAsMany(medians, all, Medians::recordsPerCpuSecond)));
            }
            durations(workload).stream()
                    .limit(1)
                    .forEach(name -> columns.add(new Column(
                            "x " + rival + " " + name,
                            medians -> rival.timesAsFast(medians, all, ofSystem -> ofSystem.figure(name)))));
        }
        return columns;
    }

    private static String notes(Workload workload, List<BenchSystem> systems, List<Medians> all) {
        EnumSet<BenchSystem> without = EnumSet.noneOf(BenchSystem.class);
        without.addAll(systems);
        all.forEach(medians -> without.remove(medians.system()));
        StringBuilder notes = new StringBuilder();
        if (all.stream().anyMatch(Medians::isSlow)) {
            notes.append(String.format(
                    "* all its runs are void, being far below what it reaches on a quiet machine: no ratio counts%n"));
        }
        List<String> shown = durations(workload);
        for (Medians medians : all) {
            medians.figures().forEach((name, value) -> {
                if (!shown.contains(name)) {
                    notes.append(String.format("%s: %s %s%n", medians.system(), name, number(value, 3)));
                }
            });
        }
        without.forEach(system -> notes.append(String.format("%s: no run of it ended right%n", system)));
        return notes.toString();
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String aligned(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
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
