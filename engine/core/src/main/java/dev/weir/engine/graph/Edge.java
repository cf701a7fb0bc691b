package dev.weir.engine.graph;

import dev.weir.engine.operator.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Records flow from one node to another.
 *
 * @param from the sending node's id
 * @param to the receiving node's id
 * @param toInput the input of the receiving operator, from 0; a union is several edges into one input
 * @param side the side output that is sent; null for the main output
 */
public record Edge(
        int from,
        int to,
        int toInput,
        Partitioning partitioning,
        @Nullable OutputTag<?> side) {}
