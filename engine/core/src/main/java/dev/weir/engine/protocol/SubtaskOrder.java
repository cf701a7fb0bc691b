package dev.weir.engine.protocol;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.source.Split;
import java.util.List;

/** What a subtask is told. Orders with another attempt are ignored by the subtask. */
public sealed interface SubtaskOrder {

    Fence fence();

    /** The second step of a start: all subtasks are ready, data may flow. */
    record Go(Fence fence) implements SubtaskOrder {}

    /**
     * Starts a checkpoint at a source.
     *
     * @param timestampMillis wall-clock time of the trigger
     * @param baseId the completed checkpoint whose files the snapshot may refer to; 0 for none
     */
    record Trigger(Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind, long baseId)
            implements SubtaskOrder {

        /** Starts one that refers to no other. */
        public Trigger(Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind) {
            this(fence, checkpointId, timestampMillis, kind, 0);
        }
    }

    /** The checkpoint is published; everything prepared up to it is to be committed. May repeat. */
    record Completed(Fence fence, long checkpointId) implements SubtaskOrder {}

    /** The checkpoint was given up. */
    record Aborted(Fence fence, long checkpointId, String reason) implements SubtaskOrder {}

    /** Splits for the source at the head of the subtask's chain. */
    record AssignSplits(Fence fence, List<? extends Split> splits) implements SubtaskOrder {}

    /** No more splits will come. */
    record NoMoreSplits(Fence fence) implements SubtaskOrder {}

    /** The job is over, or this attempt is: close everything and stop. */
    record Stop(Fence fence) implements SubtaskOrder {}
}
