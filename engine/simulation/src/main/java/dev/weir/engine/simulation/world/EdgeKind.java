package dev.weir.engine.simulation.world;

import dev.weir.engine.simulation.program.Topology;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Place;
import dev.weir.engine.simulation.program.Topology.Route;
import dev.weir.engine.simulation.program.Topology.Side;
import java.util.EnumMap;
import java.util.Map;

/** Which kinds of edges a generated job has; one edge may be of several. */
public enum EdgeKind {
    CHAINED,
    ONE_TO_ONE,
    KEYED,
    REBALANCE,
    RESCALE,
    SHUFFLE,
    GLOBAL,
    CUSTOM,
    BROADCAST,
    UNION,
    TWO_INPUTS,
    SIDE_OUTPUT;

    static Map<EdgeKind, Integer> countIn(Topology topology) {
        Map<EdgeKind, Integer> counts = new EnumMap<>(EdgeKind.class);
        for (EdgeSpec edge : topology.edges()) {
            NodeSpec target = topology.nodes().get(edge.to());
            long intoInput = topology.edges().stream()
                    .filter(other -> other.to() == edge.to() && other.toInput() == edge.toInput())
                    .count();
            long intoNode = topology.edges().stream()
                    .filter(other -> other.to() == edge.to())
                    .count();
            counts.merge(byRoute(edge.route(), target.place() == Place.CHAINED && intoNode == 1), 1, Integer::sum);
            if (edge.side() == Side.SIDE) {
                counts.merge(SIDE_OUTPUT, 1, Integer::sum);
            }
            if (intoInput > 1) {
                counts.merge(UNION, 1, Integer::sum);
            }
            if (edge.toInput() > 0) {
                counts.merge(TWO_INPUTS, 1, Integer::sum);
            }
        }
        return counts;
    }

    private static EdgeKind byRoute(Route route, boolean isChained) {
        return switch (route) {
            case FORWARD -> isChained ? CHAINED : ONE_TO_ONE;
            case KEYED -> KEYED;
            case REBALANCE -> REBALANCE;
            case RESCALE -> RESCALE;
            case SHUFFLE -> SHUFFLE;
            case GLOBAL -> GLOBAL;
            case CUSTOM -> CUSTOM;
            case BROADCAST -> BROADCAST;
        };
    }
}
