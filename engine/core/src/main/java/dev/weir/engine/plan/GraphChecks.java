package dev.weir.engine.plan;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a graph must be so that it can run. Each check refuses the job with the rule, the values and the remedy. */
final class GraphChecks {

    private final ResolvedGraph resolved;
    private final List<Node> nodes;

    private GraphChecks(ResolvedGraph resolved) {
        this.resolved = resolved;
        this.nodes = resolved.graph().nodes();
    }

    /** Runs all checks. @throws JobRefusedException by the first that fails */
    static void check(ResolvedGraph resolved) {
        GraphChecks checks = new GraphChecks(resolved);
        checks.somethingIsDrawn();
        checks.idsAreUnique();
        checks.uidsAreUnique();
        checks.nodes.forEach(checks::stateHasAName);
        checks.nodes.forEach(checks::parallelismIsInRange);
        checks.nodes.forEach(GraphChecks::keysAreStable);
        checks.nodes.forEach(checks::everyInputIsFed);
        checks.resolved.graph().edges().forEach(checks::forwardKeepsTheParallelism);
        checks.noCycle();
    }

    private void somethingIsDrawn() {
        if (nodes.isEmpty()) {
            throw new JobRefusedException("a job has at least one source: job '"
                    + resolved.graph().name() + "' has no node; add a source to it");
        }
    }

    private void idsAreUnique() {
        Set<Integer> ids = new HashSet<>();
        for (Node node : nodes) {
            if (!ids.add(node.id())) {
                throw new JobRefusedException("a node's id is unique in its graph: id " + node.id()
                        + " is given twice, the second time to " + nameOf(node) + "; number the nodes from 0");
            }
        }
        for (Edge edge : resolved.graph().edges()) {
            resolved.node(edge.from());
            resolved.node(edge.to());
        }
    }

    private void uidsAreUnique() {
        Map<String, Node> byUid = new HashMap<>();
        for (Node node : nodes) {
            Node other = byUid.put(node.uid(), node);
            if (other != null) {
                throw new JobRefusedException("an operator's uid is unique in its job: uid '" + node.uid()
                        + "' belongs to '" + other.name() + "' (node " + other.id() + ") and to '" + node.name()
                        + "' (node " + node.id() + "); give one of them another name");
            }
        }
    }

    private void stateHasAName(Node node) {
        boolean keepsState = node.traits().state() == Node.StateUse.STATEFUL || node.body() instanceof Node.SourceBody;
        if (keepsState && node.traits().uidOrigin() == Node.UidOrigin.DERIVED) {
            throw new JobRefusedException("sources and operators with state need a name of their own, since their state"
                    + " is stored under it: " + nameOf(node) + " has the derived uid '" + node.uid()
                    + "'; give it a name where it is defined");
        }
    }

    private void parallelismIsInRange(Node node) {
        int parallelism = resolved.parallelismOf(node);
        inRange("parallelism", parallelism, node);
        int maxParallelism = resolved.maxParallelismOf(node);
        inRange("max parallelism", maxParallelism, node);
        if (parallelism <= maxParallelism) {
            return;
        }
        String values = "parallelism=" + parallelism + ", maxParallelism=" + maxParallelism + " of " + nameOf(node);
        if (resolved.maxParallelismOrigin(node) == ResolvedGraph.Origin.ADOPTED) {
            throw new JobRefusedException("parallelism must not exceed the max parallelism its state was stored with: "
                    + values + "; lower the parallelism or restore with --max-parallelism");
        }
        throw new JobRefusedException("parallelism must not exceed max parallelism: " + values
                + "; set weir.max-parallelism or restore with --max-parallelism");
    }

    private static void inRange(String figure, int value, Node node) {
        if (value < 1 || value > KeyGroups.MAX_PARALLELISM_LIMIT) {
            throw new JobRefusedException(figure + " must be in 1.." + KeyGroups.MAX_PARALLELISM_LIMIT + ": got "
                    + value + " for " + nameOf(node) + "; set a value in that range, or none to use the default");
        }
    }

    private static void keysAreStable(Node node) {
        if (node.keyType() == null) {
            return;
        }
        try {
            StableHash.checkKeyClass(node.keyType().rawType());
        } catch (IllegalArgumentException unstable) {
            throw new JobRefusedException(
                    "the key of " + nameOf(node) + " can't be used: " + unstable.getMessage(), unstable);
        }
    }

    private void everyInputIsFed(Node node) {
        Set<Integer> fed = resolved.inputsOf(node).stream().map(Edge::toInput).collect(Collectors.toSet());
        if (node.body() instanceof Node.SourceBody) {
            if (!fed.isEmpty()) {
                throw new JobRefusedException("a source has no input: " + nameOf(node) + " is fed by " + fed.size()
                        + "; connect what follows it, not the source");
            }
            return;
        }
        int inputs = fed.stream().mapToInt(Integer::intValue).max().orElse(0) + 1;
        for (int input = 0; input < inputs; input++) {
            if (!fed.contains(input)) {
                throw new JobRefusedException("every input of an operator is fed: input " + input + " of "
                        + nameOf(node) + " has no edge; connect a stream to it or remove the operator");
            }
        }
    }

    private void forwardKeepsTheParallelism(Edge edge) {
        if (!(edge.partitioning() instanceof Partitioning.Forward)) {
            return;
        }
        Node from = resolved.node(edge.from());
        Node to = resolved.node(edge.to());
        if (resolved.parallelismOf(from) != resolved.parallelismOf(to)) {
            throw new JobRefusedException("a forward edge joins operators of equal parallelism: " + nameOf(from)
                    + " has " + resolved.parallelismOf(from) + ", " + nameOf(to) + " has " + resolved.parallelismOf(to)
                    + "; use rebalance or rescale between them, or set equal parallelism");
        }
    }

    /** Takes nodes away whose inputs are all taken; what is left lies on a cycle or behind one. */
    private void noCycle() {
        Map<Integer, Integer> missingInputs = new HashMap<>();
        Deque<Node> free = new ArrayDeque<>();
        for (Node node : nodes) {
            missingInputs.put(node.id(), resolved.inputsOf(node).size());
            if (resolved.inputsOf(node).isEmpty()) {
                free.add(node);
            }
        }
        while (!free.isEmpty()) {
            Node taken = free.remove();
            missingInputs.remove(taken.id());
            for (Edge edge : resolved.outputsOf(taken)) {
                int left = missingInputs.merge(edge.to(), -1, Integer::sum);
                if (left == 0) {
                    free.add(resolved.node(edge.to()));
                }
            }
        }
        if (!missingInputs.isEmpty()) {
            String stuck = missingInputs.keySet().stream()
                    .sorted()
                    .map(id -> nameOf(resolved.node(id)))
                    .collect(Collectors.joining(", "));
            throw new JobRefusedException("a job's graph has no cycle: a record could come back to one of " + stuck
                    + "; remove the edge that leads back");
        }
    }

    private static String nameOf(Node node) {
        return (node.body() instanceof Node.SourceBody ? "source '" : "operator '") + node.name() + "'";
    }
}
