package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a job's coordination asks of the world around it. Every method returns at once and never calls back into the
 * coordination; answers come later, as events.
 */
public interface JobOutbox {

    /**
     * Reads what is to be restored, spawns all parts of an attempt and connects them. The answer is {@code onDeployed} or
     * {@code onDeployFailed}.
     *
     * @param restoreFrom the checkpoint to restore; empty to start from the beginning
     */
    void deploy(Fence fence, OptionalLong restoreFrom);

    /** Tells a subtask of a deployed attempt. */
    void tell(SubtaskId subtask, SubtaskOrder order);

    /** Starts the enumerators; all readers are there. */
    void startSources(Fence fence);

    /**
     * Snapshots the enumerators, answered by {@code onEnumerators}, then sends the trigger to all source subtasks.
     *
     * @param baseId the completed checkpoint whose files the snapshots may refer to; 0 for none
     */
    void triggerSources(Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind, long baseId);

    /** Tells the enumerators that a checkpoint is complete. */
    void completeSources(Fence fence, long checkpointId);

    /** Hands a reader's wish to its enumerator. */
    void requestSplit(Fence fence, SubtaskId reader);

    /** Closes the enumerators; the answer is {@code onSourcesStopped}. */
    void stopSources(Fence fence);

    /** What still runs of the attempt is left to itself; nothing of it is answered any more. */
    void abandon(Fence fence);

    /** Starts or replaces a timer. */
    void startTimer(JobTimer timer, long delayNanos);

    void cancelTimer(JobTimer timer);

    /** Answered by {@code onIdsReserved}, {@code onIdsRefused} or {@code onSuperseded}. */
    void reserveIds(int count);

    /**
     * Writes a manifest and names it in the log; answered by {@code onPublishOutcome}.
     *
     * @param retained ids that are kept once it is published, its own included
     */
    void publish(RoundContent content, List<Long> retained);

    /** Finds out whom the slot of a publication belongs to; answered by {@code onPublishOutcome}. */
    void readBack(long checkpointId);

    void deleteUnpublished(long checkpointId);

    void deleteCheckpoint(long checkpointId);

    /** The job has entered a state; the durable ones are written down. */
    void entered(JobStatus status);

    /** The end. Comes once. */
    void ended(JobResult result);

    /** Takes a published savepoint back and removes its files. */
    default void discardSavepoint(long checkpointId) {}

    /** Removes the checkpoints that are kept; savepoints stay. Comes before the end. */
    default void deleteRetained() {}

    /** What was asked for is there. Where nobody asks there is nobody to tell. */
    default void requestDone(RoundRequest request, RoundRecord record) {}

    /** What was asked for was not to be had. */
    default void requestFailed(RoundRequest request, String reason) {}
}
