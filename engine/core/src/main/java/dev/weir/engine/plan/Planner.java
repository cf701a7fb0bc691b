package dev.weir.engine.plan;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.settings.JobSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a plan of a graph. Pure: the same graph, settings and adopted figures give the same plan on every node.
 *
 * <p>Invariants: every node is in exactly one chain; a chain is a tree whose inner edges are forward edges; only its head
 * has input from other chains; every edge between chains leads to a higher chain id.
 */
public final class Planner {

    private final ResolvedGraph resolved;

    /** The chains by their head's node id, each as the ids of its nodes in topological order. */
    private final Map<Integer, List<Integer>> nodesByHead = new HashMap<>();

    private final Map<Integer, Integer> headOfNode = new HashMap<>();

    private Planner(ResolvedGraph resolved) {
        this.resolved = resolved;
    }

    /**
     * Plans a job.
     *
     * @param adoptedMaxParallelism by operator uid, what a restored checkpoint was written with; taken where neither the
     *     operator nor the settings say otherwise
     * @throws JobRefusedException for a graph that can't run
     */
    public static ExecutionPlan plan(JobGraph graph, JobSettings settings, Map<String, Integer> adoptedMaxParallelism) {
        ResolvedGraph resolved = new ResolvedGraph(graph, settings, adoptedMaxParallelism);
        GraphChecks.check(resolved);
        return new Planner(resolved).plan();
    }

    private ExecutionPlan plan() {
        for (Node node : resolved.graph().nodes()) {
            if (chainedEdge(node) == null) {
                List<Integer> members = new ArrayList<>();
                addWithFollowers(node, node.id(), members);
                nodesByHead.put(node.id(), members);
            }
        }
        List<Integer> heads = headsInOrder();
        List<Chain> chains = new ArrayList<>();
        for (int id = 0; id < heads.size(); id++) {
            chains.add(chainOf(id, heads.get(id)));
        }
        return new ExecutionPlan(resolved.graph().name(), chains, edgesBetween(heads), Fingerprint.of(resolved));
    }

    /** The one edge by which the node follows another in its chain; null for a head. */
    private @Nullable Edge chainedEdge(Node node) {
        List<Edge> inputs = resolved.inputsOf(node);
        if (inputs.size() != 1 || node.traits().chaining() == Node.Chaining.HEAD) {
            return null;
        }
        Edge edge = inputs.get(0);
        boolean sameThread =
                resolved.node(edge.from()).traits().threading() == node.traits().threading();
        return edge.partitioning() instanceof Partitioning.Forward && sameThread ? edge : null;
    }

    private void addWithFollowers(Node node, int head, List<Integer> members) {
        members.add(node.id());
        headOfNode.put(node.id(), head);
        for (Edge edge : resolved.outputsOf(node)) {
            Node follower = resolved.node(edge.to());
            if (chainedEdge(follower) != null) {
                addWithFollowers(follower, head, members);
            }
        }
    }

    /** Sources first, then each head once all chains that feed it have their place; by node id where free to choose. */
    private List<Integer> headsInOrder() {
        List<Integer> waiting =
                new ArrayList<>(nodesByHead.keySet().stream().sorted().toList());
        List<Integer> ordered = new ArrayList<>(waiting.stream()
                .filter(head -> resolved.inputsOf(resolved.node(head)).isEmpty())
                .toList());
        waiting.removeAll(ordered);
        Set<Integer> placed = new HashSet<>(ordered);
        while (!waiting.isEmpty()) {
            int next = waiting.stream()
                    .filter(head -> resolved.inputsOf(resolved.node(head)).stream()
                            .allMatch(edge -> placed.contains(headOf(edge.from()))))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("a checked graph has no cycle: " + waiting));
            waiting.remove(Integer.valueOf(next));
            placed.add(next);
            ordered.add(next);
        }
        return ordered;
    }

    private Chain chainOf(int id, int head) {
        List<Integer> members = membersOf(head);
        List<ChainLink> links = new ArrayList<>();
        for (int nodeId : members) {
            links.add(linkOf(resolved.node(nodeId), members));
        }
        Node headNode = resolved.node(head);
        return new Chain(
                id,
                String.join(" -> ", links.stream().map(ChainLink::name).toList()),
                links,
                resolved.parallelismOf(headNode),
                resolved.maxParallelismOf(headNode),
                headNode.traits().threading());
    }

    private ChainLink linkOf(Node node, List<Integer> members) {
        Edge edge = chainedEdge(node);
        if (edge == null) {
            return new ChainLink(node.id(), node.uid(), node.name(), headRole(node), -1, null, 0);
        }
        return new ChainLink(
                node.id(),
                node.uid(),
                node.name(),
                ChainLink.Role.PLAIN,
                members.indexOf(edge.from()),
                edge.side(),
                edge.toInput());
    }

    private ChainLink.Role headRole(Node node) {
        if (node.body() instanceof Node.SourceBody) {
            return ChainLink.Role.SOURCE;
        }
        return resolved.isKeyed(node) ? ChainLink.Role.KEYED : ChainLink.Role.PLAIN;
    }

    private List<PlanEdge> edgesBetween(List<Integer> heads) {
        List<PlanEdge> planEdges = new ArrayList<>();
        List<Edge> edges = resolved.graph().edges();
        for (int index = 0; index < edges.size(); index++) {
            Edge edge = edges.get(index);
            if (nodesByHead.containsKey(edge.to())) {
                int fromHead = headOf(edge.from());
                planEdges.add(new PlanEdge(
                        planEdges.size(),
                        index,
                        heads.indexOf(fromHead),
                        membersOf(fromHead).indexOf(edge.from()),
                        edge.side(),
                        heads.indexOf(edge.to()),
                        edge.toInput(),
                        patternOf(edge.partitioning()),
                        PlanEdge.Overtaking.of(edge.partitioning())));
            }
        }
        return StayAligned.apply(planEdges);
    }

    private static PlanEdge.Pattern patternOf(Partitioning partitioning) {
        if (partitioning instanceof Partitioning.Forward) {
            return PlanEdge.Pattern.ONE_TO_ONE;
        }
        return partitioning instanceof Partitioning.Rescale ? PlanEdge.Pattern.POINTWISE : PlanEdge.Pattern.ALL_TO_ALL;
    }

    private int headOf(int nodeId) {
        return headOfNode.getOrDefault(nodeId, nodeId);
    }

    private List<Integer> membersOf(int head) {
        return nodesByHead.getOrDefault(head, List.of());
    }
}
