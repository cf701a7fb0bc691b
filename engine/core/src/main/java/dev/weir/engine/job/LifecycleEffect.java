package dev.weir.engine.job;

import dev.weir.engine.protocol.Fence;
import java.util.OptionalLong;

/** What the lifecycle asks for. */
sealed interface LifecycleEffect {

    /**
     * Makes the parts of an attempt.
     *
     * @param restoreFrom the checkpoint to restore; empty to start from the beginning
     */
    record Deploy(Fence fence, OptionalLong restoreFrom) implements LifecycleEffect {}

    /** All are ready: data may flow, rounds may start. */
    record Go(Fence fence) implements LifecycleEffect {}

    /** All are ready, and what they restored is where the job was to end: only commits are left. */
    record Conclude(Fence fence, long checkpointId) implements LifecycleEffect {}

    /** No round of the attempt can complete any more that isn't being published. */
    record EndRounds(Fence fence, String reason) implements LifecycleEffect {}

    /** Tell all subtasks and the enumerators to close and stop. */
    record StopAll(Fence fence) implements LifecycleEffect {}

    /** What still runs of the attempt is no longer waited for. */
    record Abandon(Fence fence) implements LifecycleEffect {}

    record StartTimer(JobTimer timer, long delayNanos) implements LifecycleEffect {}

    record CancelTimer(JobTimer timer) implements LifecycleEffect {}

    record Entered(JobStatus status) implements LifecycleEffect {}

    record Ended(JobResult result) implements LifecycleEffect {}
}
