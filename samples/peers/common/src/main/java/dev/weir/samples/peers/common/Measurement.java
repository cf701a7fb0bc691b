package dev.weir.samples.peers.common;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the meter took of one job.
 *
 * @param sourceCounts records emitted, by source
 * @param totals what the sinks got
 * @param wallNanos the window's length
 * @param cpuNanos CPU time of the process within the window
 * @param gcMillis time spent in collections within the window
 * @param checkpoints the checkpoints that completed
 * @param meanBatchRecords mean records per batch between subtasks; 0 when the system has no such figure
 * @param figures what else was measured, by name
 */
record Measurement(
        List<Long> sourceCounts,
        Totals totals,
        long wallNanos,
        long cpuNanos,
        long gcMillis,
        CheckpointFigures checkpoints,
        double meanBatchRecords,
        Map<String, Double> figures) {

    Measurement {
        sourceCounts = List.copyOf(sourceCounts);
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    long recordCount() {
        return sourceCounts.stream().mapToLong(Long::longValue).sum();
    }
}
