package dev.weir.engine.plan;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.keygroup.KeyGroups;
import java.util.List;
import java.util.Map;

/** A graph with its settings: answers what a node's figures are once defaults and adopted values are filled in. */
record ResolvedGraph(JobGraph graph, JobSettings settings, Map<String, Integer> adoptedMaxParallelism) {

    /** Where a max parallelism comes from. */
    enum Origin {
        OPERATOR,
        SETTINGS,
        ADOPTED,
        DERIVED
    }

    /** The node with this id. @throws JobRefusedException where an edge names a node that isn't there */
    Node node(int id) {
        for (Node node : graph.nodes()) {
            if (node.id() == id) {
                return node;
            }
        }
        throw new JobRefusedException("an edge connects nodes of its graph: no node has id " + id + " among "
                + graph.nodes().size() + " nodes; draw the graph anew");
    }

    List<Edge> inputsOf(Node node) {
        return graph.edges().stream().filter(edge -> edge.to() == node.id()).toList();
    }

    List<Edge> outputsOf(Node node) {
        return graph.edges().stream().filter(edge -> edge.from() == node.id()).toList();
    }

    boolean isKeyed(Node node) {
        return inputsOf(node).stream().anyMatch(edge -> edge.partitioning() instanceof Partitioning.Keyed);
    }

    int parallelismOf(Node node) {
        return node.parallelism() == 0 ? settings.parallelism() : node.parallelism();
    }

    Origin maxParallelismOrigin(Node node) {
        if (node.maxParallelism() != 0) {
            return Origin.OPERATOR;
        }
        if (settings.maxParallelism() != 0) {
            return Origin.SETTINGS;
        }
        return adoptedMaxParallelism.containsKey(node.uid()) ? Origin.ADOPTED : Origin.DERIVED;
    }

    int maxParallelismOf(Node node) {
        return switch (maxParallelismOrigin(node)) {
            case OPERATOR -> node.maxParallelism();
            case SETTINGS -> settings.maxParallelism();
            case ADOPTED -> adoptedMaxParallelism.getOrDefault(node.uid(), 0);
            case DERIVED -> KeyGroups.defaultMaxParallelism(parallelismOf(node));
        };
    }
}
