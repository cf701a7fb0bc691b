package dev.weir.operators;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.source.Source;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Draws one job graph. Node ids are given in the order of definition; no two nodes share a uid, which is checked as soon
 * as the second one is named. Edges get their partitioning at the end, when every parallelism is known. Confined to the
 * thread that runs {@code define}.
 */
final class GraphBuilder {

    private final List<NodeDraft> nodes = new ArrayList<>();
    private final Map<String, NodeDraft> byUid = new HashMap<>();
    private final List<DraftEdge> edges = new ArrayList<>();
    private final List<FeederDraft> feeders = new ArrayList<>();

    private record DraftEdge(Upstream from, NodeDraft to, int toInput) {}

    NodeDraft addSource(String uid, Source<?, ?, ?> source) {
        return add(
                "source",
                Refusals.notNull("name", uid),
                new Node.SourceBody(Refusals.notNull("source", source)),
                StateUse.STATEFUL,
                null);
    }

    /**
     * Adds an operator.
     *
     * @param inputs per input of the operator the upstreams it reads: more than one is a union
     * @param keyType the class of the key where the input is keyed and it is known
     */
    NodeDraft addOperator(NodeSpec spec, List<List<Upstream>> inputs, @Nullable TypeHint<?> keyType) {
        NodeDraft node = add(spec.kind(), spec.uid(), new Node.OperatorBody(spec.operator()), spec.state(), keyType);
        for (int input = 0; input < inputs.size(); input++) {
            for (Upstream upstream : inputs.get(input)) {
                edges.add(new DraftEdge(upstream, node, input));
            }
        }
        return node;
    }

    /**
     * Adds an operator with one input that reads each of its upstreams through a feeder.
     *
     * @param upstreams dealt out by key
     */
    NodeDraft addFedOperator(
            NodeSpec spec, List<Upstream> upstreams, @Nullable TypeHint<?> keyType, FeederDraft.Kind feeder) {
        NodeDraft node = addOperator(spec, List.of(), keyType);
        for (int index = 0; index < upstreams.size(); index++) {
            feeders.add(new FeederDraft(upstreams.get(index), node, index, feeder));
        }
        return node;
    }

    /** Gives a node another uid. */
    void rename(NodeDraft node, String uid) {
        requireName(node.name(), uid);
        NodeDraft holder = byUid.putIfAbsent(uid, node);
        if (holder != null && holder != node) {
            throw new IllegalArgumentException("a name belongs to one operator: '" + uid + "' is given to "
                    + holder.describe() + " (node " + holder.id + ") and to " + node.describe() + " (node " + node.id
                    + "); name one of them differently");
        }
        if (!node.uid().equals(uid)) {
            byUid.remove(node.uid());
        }
        node.nameByUser(uid);
    }

    /** Gives a node a name for people. */
    void display(NodeDraft node, String name) {
        requireName(node.name(), name);
        node.displayName(name);
    }

    /**
     * The graph.
     *
     * @param jobParallelism of nodes that set none
     */
    JobGraph build(String jobName, int jobParallelism) {
        if (nodes.isEmpty()) {
            throw new IllegalStateException(
                    "a job has at least one source and one sink: '" + jobName + "' defines no operator");
        }
        List<Node> built = new ArrayList<>();
        nodes.forEach(node -> built.add(node.build(jobParallelism)));
        List<Edge> drawn = new ArrayList<>();
        edges.forEach(edge -> drawn.add(resolve(edge, jobParallelism)));
        for (FeederDraft feeder : feeders) {
            int id = built.size();
            built.add(feeder.build(id, jobParallelism));
            drawn.addAll(feeder.edges(id));
        }
        return new JobGraph(jobName, built, drawn);
    }

    private NodeDraft add(
            String kind, @Nullable String uid, Node.Body body, StateUse state, @Nullable TypeHint<?> keyType) {
        NodeDraft node = new NodeDraft(nodes.size(), kind, body, state, keyType);
        if (uid == null) {
            byUid.put(node.uid(), node);
        } else {
            rename(node, uid);
        }
        nodes.add(node);
        return node;
    }

    private static Edge resolve(DraftEdge edge, int jobParallelism) {
        Upstream from = edge.from;
        int senders = from.node().parallelismOr(jobParallelism);
        int receivers = edge.to.parallelismOr(jobParallelism);
        Partitioning partitioning = from.partitioning();
        if (partitioning == null) {
            partitioning = senders == receivers ? new Partitioning.Forward() : new Partitioning.Rebalance();
        } else if (partitioning instanceof Partitioning.Forward && senders != receivers) {
            throw new IllegalArgumentException("forward joins equal parallelisms: "
                    + from.node().describe() + " has " + senders + ", " + edge.to.describe() + " has " + receivers
                    + "; make them equal, or use rescale() or rebalance()");
        }
        return new Edge(from.node().id, edge.to.id, edge.toInput, partitioning, from.side());
    }

    private static void requireName(String what, @Nullable String uid) {
        if (uid == null || uid.isBlank()) {
            throw new IllegalArgumentException(
                    "the name of an operator is its uid and is not blank: " + what + " got " + quoted(uid));
        }
    }

    private static String quoted(@Nullable String text) {
        return text == null ? "null" : "'" + text + "'";
    }
}
