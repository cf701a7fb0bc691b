package dev.weir.engine.worker;

import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import java.util.Optional;

/** One subtask of one attempt, and what it restores. */
public record SubtaskDeployment(
        ExecutionPlan plan, SubtaskId subtask, Fence fence, JobContext job, Optional<Restoring> restore) {}
