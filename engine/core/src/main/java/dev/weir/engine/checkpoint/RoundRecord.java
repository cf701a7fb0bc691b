package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings.Barriers;
import java.util.List;

/**
 * A round that has ended.
 *
 * @param barriers how its barriers travelled; those of savepoints are always aligned
 * @param triggerMillis wall-clock time of the trigger
 * @param durationNanos from trigger to end
 * @param bytes size of what was acknowledged up to its end: the full size of a completed round, with what it refers to in
 *     files of older ones
 * @param incrementalBytes of these, what was newly written
 * @param longest for each part of a snapshot the longest time any subtask took, of those that were done by its end; counts
 *     and sizes are sums
 * @param parts of the subtasks that were done by its end, by subtask
 * @param missing subtasks that were not
 * @param failureReason empty for a completed round
 */
public record RoundRecord(
        long checkpointId,
        SnapshotKind kind,
        Barriers barriers,
        long triggerMillis,
        long durationNanos,
        long bytes,
        long incrementalBytes,
        SnapshotFigures longest,
        List<Part> parts,
        List<SubtaskId> missing,
        Outcome outcome,
        String failureReason) {

    /** Before there was any. */
    static final RoundRecord NONE = new RoundRecord(
            0,
            SnapshotKind.CHECKPOINT,
            Barriers.ALIGNED,
            0,
            0,
            0,
            0,
            SnapshotFigures.NONE,
            List.of(),
            List.of(),
            Outcome.FAILED,
            "there was no round");

    public RoundRecord {
        parts = List.copyOf(parts);
        missing = List.copyOf(missing);
    }

    /** Wall-clock time of the end, by the trigger's clock. */
    public long endMillis() {
        return triggerMillis + durationNanos / 1_000_000;
    }

    /**
     * What one subtask did.
     *
     * @param acknowledgedNanos from the round's trigger to the arrival of the acknowledgement
     * @param bytes its part in full
     */
    public record Part(SubtaskId subtask, long acknowledgedNanos, long bytes, SnapshotFigures figures) {}

    /** How it ended. */
    public enum Outcome {
        COMPLETED,
        FAILED,
        /** A younger round completed first. */
        SUBSUMED
    }
}
