package dev.weir.engine.plan;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A plan as the restore looks at it: operators by chain, with what was set and what was derived. Pure. */
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
            targets.add(new ChainTarget(chain.id(), operators));
        }
        return targets;
    }
}
