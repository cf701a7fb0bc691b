package dev.weir.engine.checkpoint;

import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;

/**
 * A round that has ended.
 *
 * @param triggerMillis wall-clock time of the trigger
 * @param durationNanos from trigger to end
 * @param bytes size of what was written up to its end
 * @param longest for each part of a snapshot the longest time any subtask took, of those that were done by its end
 * @param failureReason empty for a completed round
 */
public record RoundRecord(
        long checkpointId,
        long triggerMillis,
        long durationNanos,
        long bytes,
        SnapshotFigures longest,
        Outcome outcome,
        String failureReason) {

    /** How it ended. */
    public enum Outcome {
        COMPLETED,
        FAILED,
        /** A younger round completed first. */
        SUBSUMED
    }
}
