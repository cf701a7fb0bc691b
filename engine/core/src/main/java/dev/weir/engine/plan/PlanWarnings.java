package dev.weir.engine.plan;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a person should know of a job that may start nevertheless. Pure. */
public final class PlanWarnings {

    private PlanWarnings() {}

    /** The warnings, node by node; empty where there is nothing to say. The graph has passed the planner. */
    public static List<String> of(JobGraph graph, JobSettings settings, Map<String, Integer> adoptedMaxParallelism) {
        ResolvedGraph resolved = new ResolvedGraph(graph, settings, adoptedMaxParallelism);
        List<String> warnings = new ArrayList<>();
        CheckpointSettings.Retention retention = settings.checkpoint().retention();
        if (retention.damaged() == CheckpointSettings.Damaged.FALL_BACK && retention.retained() == 1) {
            warnings.add("falling back to an older checkpoint needs one that is kept:"
                    + " weir.checkpoint.fallback-to-older=on, weir.checkpoint.retained=1; set retained to 2 or more");
        }
        for (Node node : graph.nodes()) {
            boolean hasKeyedState = resolved.isKeyed(node) && node.traits().state() == Node.StateUse.STATEFUL;
            if (hasKeyedState && resolved.maxParallelismOrigin(node) == ResolvedGraph.Origin.DERIVED) {
                warnings.add("the max parallelism of keyed state is best set, since it bounds every later parallelism:"
                        + " operator '" + node.name() + "' got " + resolved.maxParallelismOf(node)
                        + ", derived from parallelism " + resolved.parallelismOf(node)
                        + "; set weir.max-parallelism, or max parallelism on the operator");
            }
            if (node.body() instanceof Node.SourceBody body && body.source().replay() == Source.Replay.ONCE_ONLY) {
                warnings.add("a source that can't be read again makes the job at-most-once: what source '" + node.name()
                        + "' had delivered since the last checkpoint is lost in a recovery; use a replayable source"
                        + " where that matters");
            }
            if (settings.checkpoint().cut().mode() == CheckpointSettings.Mode.EXACTLY_ONCE) {
                ofSink(node).ifPresent(warnings::add);
            }
        }
        return warnings;
    }

    /** What falls short of exactly once at a sink. */
    private static Optional<String> ofSink(Node node) {
        String what = "a sink that isn't transactional falls short of the job's mode exactly-once: sink '" + node.name()
                + "' ";
        return switch (node.traits().delivery()) {
            case NO_SINK, TRANSACTIONAL -> Optional.empty();
            case AT_LEAST_ONCE ->
                Optional.of(what + "repeats in a recovery what came after the last checkpoint; use a transactional sink"
                        + " where that matters");
            case IDEMPOTENT ->
                Optional.of(what + "writes again in a recovery what came after the last checkpoint, so readers may see"
                        + " values go back until it has caught up");
            case WRITE_AHEAD ->
                Optional.of(what + "writes a batch again whose confirmation was lost; use a transactional sink where"
                        + " that matters");
        };
    }
}
