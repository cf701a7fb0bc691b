package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.PeerReport;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run went.
 *
 * @param key which run
 * @param report the peer's report; null when it failed before giving one
 * @param verdict whether the run counts
 * @param reason why it doesn't; empty for a valid run
 */
record RunOutcome(RunKey key, @Nullable PeerReport report, Verdict verdict, String reason) {

    enum Verdict {
        VALID,
        /** Right, but slower than this peer is: the machine was busy. */
        SLOW,
        /** The system lost, duplicated or mis-stated something, or didn't finish. */
        WRONG
    }

    /** Judges a run that ended with a report. */
    static RunOutcome of(RunKey key, PeerReport report) {
        if (!report.actual().equals(report.expected())) {
            return new RunOutcome(
                    key,
                    report,
                    Verdict.WRONG,
                    "checksum: the sinks must get what the plain loop computes: expected "
                            + report.expected().recordCount() + " records, checksum "
                            + hex(report.expected().checksum()) + "; got "
                            + report.actual().recordCount() + ", "
                            + hex(report.actual().checksum()));
        }
        List<String> faults = faults(key, report);
        if (!faults.isEmpty()) {
            return new RunOutcome(
                    key, report, Verdict.WRONG, "faults: there must be none: " + String.join(", ", faults));
        }
        return ReferenceFigures.slowness(key, report)
                .map(slowness -> new RunOutcome(key, report, Verdict.SLOW, slowness))
                .orElseGet(() -> new RunOutcome(key, report, Verdict.VALID, ""));
    }

    private static List<String> faults(RunKey key, PeerReport report) {
        return key.workload().figuresOfFaults().stream()
                .filter(name -> report.figures().getOrDefault(name, Double.NaN) != 0.0)
                .map(name -> name + " " + report.figures().get(name))
                .toList();
    }

    static RunOutcome failed(RunKey key, String reason) {
        return new RunOutcome(key, null, Verdict.WRONG, reason);
    }

    Optional<PeerReport> reportIfAny() {
        return Optional.ofNullable(report);
    }

    /** The run as a JSON line; {@code void} is there only when the run doesn't count. */
    String toJson() {
        JsonLine line = new JsonLine()
                .put("workload", key.workload().toString())
                .put("system", key.system().toString())
                .put("run", key.run());
        if (report != null) {
            putFigures(line, report);
        }
        line.put("variant", key.variant().toString());
        if (verdict != Verdict.VALID) {
            line.put("void", reason);
        }
        return line.toString();
    }

    private static void putFigures(JsonLine line, PeerReport report) {
        line.put("records", report.records())
                .put("seconds", report.seconds(), 3)
                .put("recordsPerSecond", report.recordsPerSecond(), 0)
                .put("recordsPerCpuSecond", report.recordsPerCpuSecond(), 0)
                .put("peakRssMb", report.peakRssMb())
                .put("checksum", hex(report.actual().checksum()))
                .put("sinkRecords", report.actual().recordCount())
                .put("cpuSeconds", report.cpuSeconds(), 3)
                .put("coresUsed", report.coresUsed(), 2)
                .put("gcMillis", report.gcMillis())
                .put("checkpoints", report.checkpoints().count())
                .put("checkpointMillis", report.checkpoints().meanMillis(), 1);
        if (report.meanBatch() > 0) {
            line.put("meanBatch", report.meanBatch(), 1);
        }
        report.figures().forEach((name, value) -> line.put(name, value, 3));
    }

    private static String hex(long checksum) {
        return String.format("%016x", checksum);
    }
}
