package dev.weir.engine.plan;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.EdgeTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A plan as the restore looks at it: operators by chain, with what was set and what was derived, and edges. Pure. */
public final class RestoreTargets {

    private RestoreTargets() {}

    /** The targets of a plan that was made of this graph and these settings. A chain's figures are its head's. */
    public static List<ChainTarget> of(ExecutionPlan plan, JobGraph graph, JobSettings settings) {
        ResolvedGraph resolved = new ResolvedGraph(graph, settings, Map.of());
        List<ChainTarget> targets = new ArrayList<>();
        for (Chain chain : plan.chains()) {
            ResolvedGraph.Origin origin =
                    resolved.maxParallelismOrigin(resolved.node(chain.head().nodeId()));
            OperatorTarget.Origin forRestore = origin == ResolvedGraph.Origin.DERIVED
                    ? OperatorTarget.Origin.DERIVED
                    : OperatorTarget.Origin.EXPLICIT;
            List<OperatorTarget> operators = chain.links().stream()
                    .map(link ->
                            new OperatorTarget(link.uid(), chain.parallelism(), chain.maxParallelism(), forRestore))
                    .toList();
            targets.add(new ChainTarget(chain.id(), operators, inputsOf(chain, plan, graph)));
        }
        return targets;
    }

    private static List<EdgeTarget> inputsOf(Chain chain, ExecutionPlan plan, JobGraph graph) {
        List<EdgeTarget> inputs = new ArrayList<>();
        for (PlanEdge edge : plan.inputsOf(chain.id())) {
            Partitioning partitioning = graph.edges().get(edge.graphEdge()).partitioning();
            int senders = plan.chain(edge.fromChain()).parallelism();
            inputs.add(new EdgeTarget(plan.idOf(edge), senders, dealingOf(partitioning)));
        }
        return inputs;
    }

    /** What becomes of the records under way on an edge when the parallelism changes. */
    public static EdgeTarget.Dealing dealingOf(Partitioning partitioning) {
        if (partitioning instanceof Partitioning.Keyed) {
            return EdgeTarget.Dealing.BY_KEY_GROUP;
        }
        boolean any = partitioning instanceof Partitioning.Rebalance
                || partitioning instanceof Partitioning.Shuffle
                || partitioning instanceof Partitioning.Global;
        return any ? EdgeTarget.Dealing.BY_RECEIVER : EdgeTarget.Dealing.PINNED;
    }
}
