package dev.weir.engine.graph;

import java.util.List;

/** A job as drawn: nodes by id, and edges. Not yet checked; the planner does that. */
public record JobGraph(String name, List<Node> nodes, List<Edge> edges) {

    public JobGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }
}
