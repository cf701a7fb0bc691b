package dev.weir.engine.protocol;

import dev.weir.snapshot.format.SubtaskStateHandle;

/** What a subtask reports. Reports of another attempt are ignored by the coordinator. */
public sealed interface SubtaskReport {

    Fence fence();

    SubtaskId subtask();

    /** The first step of a start is done: everything is open and restored. */
    record Ready(Fence fence, SubtaskId subtask) implements SubtaskReport {}

    /** The subtask's part of the checkpoint is durable. */
    record Acknowledged(
            Fence fence, SubtaskId subtask, long checkpointId, SubtaskStateHandle handle, SnapshotTimes times)
            implements SubtaskReport {}

    /** The subtask's part of the checkpoint can't be written; the subtask itself lives on. */
    record Declined(Fence fence, SubtaskId subtask, long checkpointId, Throwable reason) implements SubtaskReport {}

    /** The subtask failed and has closed itself. */
    record Failed(Fence fence, SubtaskId subtask, Throwable cause) implements SubtaskReport {}

    /** All input has ended and everything it led to has been sent. The subtask stays. */
    record Drained(Fence fence, SubtaskId subtask) implements SubtaskReport {}

    /** Everything prepared up to this checkpoint has been committed outside. */
    record Committed(Fence fence, SubtaskId subtask, long checkpointId) implements SubtaskReport {}

    /** The answer to {@link SubtaskOrder.Stop}: everything is closed. */
    record Stopped(Fence fence, SubtaskId subtask) implements SubtaskReport {}

    /** The reader at the head of the chain wants another split. */
    record SplitRequested(Fence fence, SubtaskId subtask) implements SubtaskReport {}

    /**
     * How long a subtask's part of a checkpoint took, in ns.
     *
     * @param alignmentNanos first barrier to last barrier; 0 at a source
     * @param syncNanos processing stopped
     * @param asyncNanos writing on the snapshot thread
     */
    record SnapshotTimes(long alignmentNanos, long syncNanos, long asyncNanos) {

        public static final SnapshotTimes NONE = new SnapshotTimes(0, 0, 0);

        /** Of each part the longer time. */
        public SnapshotTimes longest(SnapshotTimes other) {
            return new SnapshotTimes(
                    Math.max(alignmentNanos, other.alignmentNanos),
                    Math.max(syncNanos, other.syncNanos),
                    Math.max(asyncNanos, other.asyncNanos));
        }
    }
}
