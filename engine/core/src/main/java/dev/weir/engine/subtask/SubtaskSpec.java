package dev.weir.engine.subtask;

import dev.weir.engine.operator.ClaimedRun;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.plugin.HeapBackend;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.restore.RestoredSubtask;
import org.jspecify.annotations.Nullable;

/**
 * What a subtask is.
 *
 * @param state makes the keyed state
 * @param restored null where the attempt starts from the beginning
 * @param claimedRun null where the run has claimed no savepoint
 * @param loader finds the classes of the job's values
 */
public record SubtaskSpec(
        ExecutionPlan plan,
        SubtaskId id,
        Fence fence,
        JobSettings settings,
        String lineage,
        StateBackend state,
        @Nullable RestoredSubtask restored,
        @Nullable ClaimedRun claimedRun,
        ClassLoader loader) {

    /** Of a run that has claimed nothing, with classes that are found beside the engine's. */
    public SubtaskSpec(
            ExecutionPlan plan,
            SubtaskId id,
            Fence fence,
            JobSettings settings,
            String lineage,
            StateBackend state,
            @Nullable RestoredSubtask restored) {
        this(plan, id, fence, settings, lineage, state, restored, null, SubtaskSpec.class.getClassLoader());
    }

    /** With keyed state on the heap. */
    public SubtaskSpec(
            ExecutionPlan plan,
            SubtaskId id,
            Fence fence,
            JobSettings settings,
            String lineage,
            @Nullable RestoredSubtask restored) {
        this(plan, id, fence, settings, lineage, HeapBackend.INSTANCE, restored);
    }

    public int parallelism() {
        return plan.chain(id.chain()).parallelism();
    }

    public int maxParallelism() {
        return plan.chain(id.chain()).maxParallelism();
    }
}
