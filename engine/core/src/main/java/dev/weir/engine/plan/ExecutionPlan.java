package dev.weir.engine.plan;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.format.EdgeId;
import java.util.ArrayList;
import java.util.List;

/**
 * A job as it runs: chains of operators, and the edges between chains.
 *
 * @param chains by id, from 0, sources first: every edge leads to a chain with a higher id
 * @param edges by id, from 0
 * @param fingerprint equal on every node that drew the same graph
 */
public record ExecutionPlan(String jobName, List<Chain> chains, List<PlanEdge> edges, String fingerprint) {

    public ExecutionPlan {
        chains = List.copyOf(chains);
        edges = List.copyOf(edges);
    }

    public Chain chain(int id) {
        return chains.get(id);
    }

    /** All subtasks, chain by chain. */
    public List<SubtaskId> subtasks() {
        List<SubtaskId> all = new ArrayList<>();
        for (Chain chain : chains) {
            for (int index = 0; index < chain.parallelism(); index++) {
                all.add(new SubtaskId(chain.id(), index));
            }
        }
        return all;
    }

    /** The edges that end at a chain, by rising id. */
    public List<PlanEdge> inputsOf(int chain) {
        return edges.stream().filter(edge -> edge.toChain() == chain).toList();
    }

    /** The edges that start at a chain, by rising id. */
    public List<PlanEdge> outputsOf(int chain) {
        return edges.stream().filter(edge -> edge.fromChain() == chain).toList();
    }

    /** An edge by names that outlive the plan: checkpoints name it so. */
    public EdgeId idOf(PlanEdge edge) {
        String from = chain(edge.fromChain()).links().get(edge.fromLink()).uid();
        String output = edge.side() == null ? "" : edge.side().name();
        return new EdgeId(from, output, chain(edge.toChain()).head().uid(), edge.toInput());
    }
}
