package dev.weir.engine.checkpoint;

import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import java.util.Set;

/**
 * The attempt whose subtasks all run.
 *
 * @param committers the subtasks whose confirmation the end of the job waits for
 * @param end how far it is from its end
 */
record RunningAttempt(Fence fence, Set<SubtaskId> subtasks, Set<SubtaskId> committers, EndOfData end) {

    static RunningAttempt of(Fence fence, Set<SubtaskId> subtasks, Set<SubtaskId> committers) {
        return new RunningAttempt(
                fence, Set.copyOf(subtasks), Set.copyOf(committers), new EndOfData(subtasks, committers));
    }
}
