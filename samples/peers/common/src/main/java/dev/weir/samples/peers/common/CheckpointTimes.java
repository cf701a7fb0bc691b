package dev.weir.samples.peers.common;

import java.util.ArrayList;
import java.util.List;

/**
 * The checkpoints of a job that is held up by its sink, by the system's own report of each. Those count that ended while
 * it was held up. A checkpoint that was under way when that was over would end early, so it counts as none; how long it had
 * taken by then is a figure of its own, for it would be the longest of all where checkpoints take longer than the job.
 * Thread-safe.
 */
public final class CheckpointTimes {

    private static final double BYTES_PER_MB = 1 << 20;

    private record Ended(long triggerMillis, long endMillis, boolean isCompleted, long persistedBytes) {}

    private final List<Ended> all = new ArrayList<>();

    /**
     * A checkpoint is complete. Times are wall-clock times in ms since the epoch.
     *
     * @param persistedBytes what the records under way take in it
     */
    public synchronized void completed(long triggerMillis, long endMillis, long persistedBytes) {
        all.add(new Ended(triggerMillis, endMillis, true, persistedBytes));
    }

    /** A checkpoint was given up. */
    public synchronized void failed(long triggerMillis, long endMillis) {
        all.add(new Ended(triggerMillis, endMillis, false, 0));
    }

    /**
     * Hands the figures of what was triggered and ended within a time to the meter; none when there is nothing.
     *
     * @param fromMillis when the sources started
     * @param toMillis when they were stopped
     */
    synchronized void report(Meter meter, long fromMillis, long toMillis) {
        if (all.isEmpty()) {
            return;
        }
        List<Ended> within = all.stream()
                .filter(ended -> ended.triggerMillis() >= fromMillis && ended.endMillis() <= toMillis)
                .toList();
        List<Ended> completed = within.stream().filter(Ended::isCompleted).toList();
        if (!completed.isEmpty()) {
            reportCompleted(meter, completed);
        }
        meter.figure("checkpointsCompleted", completed.size());
        meter.figure("checkpointsFailed", (double) within.size() - completed.size());
        meter.figure("checkpointOpenMillis", (double) longestOpenMillis(toMillis));
    }

    /** The age of the oldest one that was under way then; 0 where none was. */
    private long longestOpenMillis(long atMillis) {
        return all.stream()
                .filter(ended -> ended.triggerMillis() <= atMillis && ended.endMillis() > atMillis)
                .mapToLong(ended -> atMillis - ended.triggerMillis())
                .max()
                .orElse(0);
    }

    private static void reportCompleted(Meter meter, List<Ended> completed) {
        Percentiles millis = Percentiles.of(completed.stream()
                .map(ended -> ended.endMillis() - ended.triggerMillis())
                .toList());
        meter.figure("checkpointP50Millis", (double) millis.at(50));
        meter.figure("checkpointP99Millis", (double) millis.at(99));
        meter.figure("checkpointMaxMillis", (double) millis.max());
        Percentiles bytes =
                Percentiles.of(completed.stream().map(Ended::persistedBytes).toList());
        meter.figure("persistedP50Mb", bytes.at(50) / BYTES_PER_MB);
        meter.figure("persistedMaxMb", bytes.max() / BYTES_PER_MB);
    }
}
