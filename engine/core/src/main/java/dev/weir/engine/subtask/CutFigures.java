package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;

/** What one subtask's part of a checkpoint takes, from its first barrier on. */
final class CutFigures {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long startDelayNanos;
    private final long firstBarrierNanos;
    private final long deadlineNanos;
    private final long recordsBefore;
    private long alignmentNanos;
    private long processedRecords;
    private long syncNanos;
    private long persistedRecords;

    /**
     * The first barrier has come.
     *
     * @param recordsBefore records read so far
     * @param timeoutNanos of the round, from its trigger
     */
    CutFigures(Element.Barrier barrier, TaskClock clock, long recordsBefore, long timeoutNanos) {
        this.startDelayNanos = Math.max(0, clock.currentTimeMillis() - barrier.timestampMillis()) * NANOS_PER_MILLI;
        this.firstBarrierNanos = clock.nanoTime();
        this.deadlineNanos = firstBarrierNanos + timeoutNanos;
        this.recordsBefore = recordsBefore;
    }

    /** By then the coordinator has given the round up, whether it could say so or not. Monotonic time. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /** The last barrier has come. */
    void onLast(long nowNanos, long recordsNow) {
        alignmentNanos = nowNanos - firstBarrierNanos;
        processedRecords = recordsNow - recordsBefore;
    }

    void onTaken(long nanos) {
        syncNanos = nanos;
    }

    void onCaptured(long records) {
        persistedRecords = records;
    }

    SnapshotFigures toFigures() {
        return new SnapshotFigures(
                startDelayNanos, alignmentNanos, syncNanos, 0, processedRecords, persistedRecords, 0);
    }
}
