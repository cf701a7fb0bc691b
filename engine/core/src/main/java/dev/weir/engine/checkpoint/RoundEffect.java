package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import java.util.List;

/** What the rounds ask for. */
public sealed interface RoundEffect {

    /** Reserve the next {@code count} checkpoint ids in the job's log. */
    record ReserveIds(int count) implements RoundEffect {}

    /**
     * Snapshot the enumerators, then trigger all sources.
     *
     * @param baseId the completed checkpoint whose files the snapshots may refer to; 0 for none
     */
    record Trigger(Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind, long baseId)
            implements RoundEffect {}

    record StartTimer(RoundTimer timer, long delayNanos) implements RoundEffect {}

    record CancelTimer(RoundTimer timer) implements RoundEffect {}

    /**
     * Write the manifest and name it in the log.
     *
     * @param retained ids that are kept once it is published, rising, its own included
     */
    record Publish(RoundContent content, List<Long> retained) implements RoundEffect {}

    /** Find out whom the slot of a publication belongs to. */
    record ReadBack(long checkpointId) implements RoundEffect {}

    /** Tell all subtasks and enumerators that the checkpoint is complete. */
    record TellCompleted(Fence fence, long checkpointId) implements RoundEffect {}

    /** Tell all subtasks that the checkpoint was given up. */
    record TellAborted(Fence fence, long checkpointId, String reason) implements RoundEffect {}

    /** Remove the files of a checkpoint that was not and will not be published. May repeat. */
    record DeleteUnpublished(long checkpointId) implements RoundEffect {}

    /** Remove a published checkpoint that is no longer retained, but for files that a retained one refers to. */
    record DeleteCheckpoint(long checkpointId) implements RoundEffect {}

    /** More rounds failed in a row than the settings allow; nothing is triggered in this attempt any more. */
    record FailAttempt(Fence fence, String reason) implements RoundEffect {}

    /** Another coordinator owns the job, or it can't be known whether one does. */
    record StepDown(String reason) implements RoundEffect {}

    /** All data has ended, and everything it led to is committed. */
    record AllCommitted(Fence fence, long checkpointId) implements RoundEffect {}

    /**
     * What was asked for is there.
     *
     * @param record of its round; for a savepoint, its own and not that of the checkpoint after it
     */
    record RequestDone(RoundRequest request, RoundRecord record) implements RoundEffect {}

    /** What was asked for was not to be had; nothing of it is left, or it will be gone soon. */
    record RequestFailed(RoundRequest request, String reason) implements RoundEffect {}

    /** Take back a savepoint that is published but worth nothing, and remove its files. */
    record DiscardSavepoint(long checkpointId) implements RoundEffect {}
}
