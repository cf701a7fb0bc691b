package dev.weir.engine.plan;

import dev.weir.engine.operator.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * One node in its chain.
 *
 * @param nodeId the node's id in the graph
 * @param parent position of the link before it in the chain; -1 for the head
 * @param parentSide the side output of the parent that feeds it; null for the main output
 * @param toInput the input of this operator that the parent feeds; 0 for the head
 */
public record ChainLink(
        int nodeId,
        String uid,
        String name,
        Role role,
        int parent,
        @Nullable OutputTag<?> parentSide,
        int toInput) {

    /** What a link is to the subtask. */
    public enum Role {
        SOURCE,
        /** Its inputs are keyed: it has keyed state and timers. Only heads are. */
        KEYED,
        PLAIN
    }
}
