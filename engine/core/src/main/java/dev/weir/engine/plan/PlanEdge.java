package dev.weir.engine.plan;

import dev.weir.engine.graph.Partitioning;
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
 * @param overtaking whether an unaligned barrier may pass records on it
 */
public record PlanEdge(
        int id,
        int graphEdge,
        int fromChain,
        int fromLink,
        @Nullable OutputTag<?> side,
        int toChain,
        int toInput,
        Pattern pattern,
        Overtaking overtaking) {

    /** Whether records that a barrier has passed could be given to another subtask, so that it may pass them. */
    public enum Overtaking {
        /** Any subtask may have them, or the one that owns their keys. */
        ALLOWED,
        /**
         * Each belongs to the one subtask it was sent to, or all subtasks must have had the same of them: the edge stays
         * aligned.
         */
        NEVER;

        /** What the records of a partitioning allow. */
        static Overtaking of(Partitioning partitioning) {
            boolean isFree = partitioning instanceof Partitioning.Keyed
                    || partitioning instanceof Partitioning.Rebalance
                    || partitioning instanceof Partitioning.Shuffle;
            return isFree ? ALLOWED : NEVER;
        }
    }

    public boolean canBeOvertaken() {
        return overtaking == Overtaking.ALLOWED;
    }

    PlanEdge with(Overtaking value) {
        return new PlanEdge(id, graphEdge, fromChain, fromLink, side, toChain, toInput, pattern, value);
    }

    /** Which senders are connected to which receivers. */
    public enum Pattern {
        /** i to i. */
        ONE_TO_ONE,
        /** A fixed share of the other side. */
        POINTWISE,
        ALL_TO_ALL
    }
}
