package dev.weir.samples.peers.common;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a peer tells the launcher, as one line on its standard output.
 *
 * @param records what the sources emitted
 * @param seconds from the first record made to the last sink's end
 * @param cpuSeconds CPU time of the peer's process within that window
 * @param peakRssMb the largest resident set of the peer's process, warm-up included, in MiB
 * @param gcMillis time in collections within the window
 * @param actual what the sinks got
 * @param expected what they should have got
 * @param checkpoints the checkpoints completed
 * @param meanBatch mean records per batch between subtasks; 0 when unknown
 * @param figures what else the workload asks for, by name, in the order it was given
 */
public record PeerReport(
        long records,
        double seconds,
        double cpuSeconds,
        long peakRssMb,
        long gcMillis,
        Totals actual,
        Totals expected,
        CheckpointFigures checkpoints,
        double meanBatch,
        Map<String, Double> figures) {

    /** How the line begins; what else a peer prints is not for the launcher. */
    public static final String PREFIX = "RESULT ";

    private static final String FIGURE = "figure.";

    public PeerReport {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    public double recordsPerSecond() {
        return records / seconds;
    }

    public double recordsPerCpuSecond() {
        return records / cpuSeconds;
    }

    /** How many cores were busy with the peer, on average. */
    public double coresUsed() {
        return cpuSeconds / seconds;
    }

    public String toLine() {
        StringBuilder further = new StringBuilder();
        figures.forEach((name, value) ->
                further.append(' ').append(FIGURE).append(name).append('=').append(value));
        return PREFIX + "records=" + records + " seconds=" + seconds + " cpuSeconds=" + cpuSeconds + " peakRssMb="
                + peakRssMb + " gcMillis=" + gcMillis + " sinkRecords=" + actual.recordCount() + " checksum="
                + actual.checksum() + " expectedSinkRecords=" + expected.recordCount() + " expectedChecksum="
                + expected.checksum() + " checkpoints=" + checkpoints.count() + " checkpointMillis="
                + checkpoints.meanMillis() + " meanBatch=" + meanBatch + further;
    }

    /**
     * The report in a line that {@link #toLine} made.
     *
     * @throws IllegalArgumentException when the line is another one or lacks a field
     */
    public static PeerReport parse(String line) {
        if (!line.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a peer's report begins with '" + PREFIX + "': " + line);
        }
        Fields fields = new Fields(line.substring(PREFIX.length()));
        return new PeerReport(
                fields.whole("records"),
                fields.real("seconds"),
                fields.real("cpuSeconds"),
                fields.whole("peakRssMb"),
                fields.whole("gcMillis"),
                new Totals(fields.whole("sinkRecords"), fields.whole("checksum")),
                new Totals(fields.whole("expectedSinkRecords"), fields.whole("expectedChecksum")),
                new CheckpointFigures(fields.whole("checkpoints"), fields.real("checkpointMillis")),
                fields.real("meanBatch"),
                fields.figures());
    }

    private static final class Fields {

        private final String text;
        private final Map<String, String> values = new HashMap<>();
        private final Map<String, Double> figures = new LinkedHashMap<>();

        Fields(String text) {
            this.text = text;
            for (String pair : text.split(" ", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    put(pair.substring(0, equals), pair.substring(equals + 1));
                }
            }
        }

        private void put(String name, String value) {
            if (name.startsWith(FIGURE)) {
                figures.put(name.substring(FIGURE.length()), Double.valueOf(value));
            } else {
                values.put(name, value);
            }
        }

        Map<String, Double> figures() {
            return figures;
        }

        long whole(String name) {
            return Long.parseLong(value(name));
        }

        double real(String name) {
            return Double.parseDouble(value(name));
        }

        private String value(String name) {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("a peer's report has the field " + name + ": " + text);
            }
            return value;
        }
    }
}
