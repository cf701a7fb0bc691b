package dev.weir.engine.plan;

import dev.weir.engine.operator.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * An edge between two chains. Which channels it has follows from its pattern and both parallelisms.
 *
 * @param id from 0, in the plan
 * @param graphEdge the index of the edge in the graph's list, where its functions are
 * @param fromLink position of the sending link in its chain
 * @param side the side output that is sent; null for the main output
 * @param toInput the input of the receiving chain's head
 */
public record PlanEdge(
        int id,
        int graphEdge,
        int fromChain,
        int fromLink,
        @Nullable OutputTag<?> side,
        int toChain,
        int toInput,
        Pattern pattern) {

    /** Which senders are connected to which receivers. */
    public enum Pattern {
        /** i to i. */
        ONE_TO_ONE,
        /** A fixed share of the other side. */
        POINTWISE,
        ALL_TO_ALL
    }
}
