package dev.weir.engine.protocol;

import dev.weir.snapshot.format.SubtaskStateHandle;

/** What a subtask reports. Reports of another attempt are ignored by the coordinator. */
public sealed interface SubtaskReport {

    Fence fence();

    SubtaskId subtask();

    /** The first step of a start is done: everything is open and restored. */
    record Ready(Fence fence, SubtaskId subtask) implements SubtaskReport {}

    /** The state of a checkpoint is there; comes before {@link Ready}, and not where a job begins anew. */
    record Restored(Fence fence, SubtaskId subtask, RestoreWay way) implements SubtaskReport {}

    /** Where a subtask's restored state came from. */
    enum RestoreWay {
        /** Frozen views that were kept in memory. */
        IN_PLACE,
        FROM_STORAGE
    }

    /** The subtask's part of the checkpoint is durable. */
    record Acknowledged(
            Fence fence, SubtaskId subtask, long checkpointId, SubtaskStateHandle handle, SnapshotFigures times)
            implements SubtaskReport {}

    /**
     * The subtask's part of the checkpoint can't be written, or the subtask waits for word of its round for longer than that
     * may take; the subtask itself lives on. May repeat. Answered by {@link SubtaskOrder.Aborted} also where the round was
     * given up before.
     */
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
     * What a subtask's part of a checkpoint took. Times in ns.
     *
     * @param startDelayNanos from the trigger to the first barrier, by the wall clocks of both sides; never negative
     * @param alignmentNanos first barrier to last barrier; 0 at a source
     * @param syncNanos processing stopped
     * @param asyncNanos writing on the snapshot thread
     * @param processedRecords records taken between the first barrier and the last
     * @param persistedRecords records under way that are part of the checkpoint
     * @param persistedBytes what these take in the segment
     */
    record SnapshotFigures(
            long startDelayNanos,
            long alignmentNanos,
            long syncNanos,
            long asyncNanos,
            long processedRecords,
            long persistedRecords,
            long persistedBytes) {

        public static final SnapshotFigures NONE = new SnapshotFigures(0, 0, 0, 0, 0, 0, 0);

        /** Figures of times alone. */
        public static SnapshotFigures ofTimes(long alignmentNanos, long syncNanos, long asyncNanos) {
            return new SnapshotFigures(0, alignmentNanos, syncNanos, asyncNanos, 0, 0, 0);
        }

        /** Of each time the longer one; counts and sizes added up. */
        public SnapshotFigures with(SnapshotFigures other) {
            return new SnapshotFigures(
                    Math.max(startDelayNanos, other.startDelayNanos),
                    Math.max(alignmentNanos, other.alignmentNanos),
                    Math.max(syncNanos, other.syncNanos),
                    Math.max(asyncNanos, other.asyncNanos),
                    processedRecords + other.processedRecords,
                    persistedRecords + other.persistedRecords,
                    persistedBytes + other.persistedBytes);
        }
    }
}
