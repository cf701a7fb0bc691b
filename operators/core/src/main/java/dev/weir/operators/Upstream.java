package dev.weir.operators;

import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Where records of a stream come from.
 *
 * @param side the side output; null for the main output
 * @param partitioning how they travel to their reader; null to decide when the graph is built: forward between equal
 *     parallelisms, else rebalance
 */
record Upstream(
        NodeDraft node,
        @Nullable OutputTag<?> side,
        @Nullable Partitioning partitioning) {

    Upstream by(Partitioning other) {
        return new Upstream(node, side, other);
    }
}
