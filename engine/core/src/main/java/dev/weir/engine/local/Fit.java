package dev.weir.engine.local;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.job.JobArchive;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.plan.RestoreTargets;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.restore.RestorePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job fitted to what it restores. Pure.
 *
 * @param settings with the max parallelism that is to be converted to, where one is
 * @param adopted the max parallelism of operators, by uid, that comes from what is restored
 */
record Fit(JobSettings settings, Map<String, Integer> adopted, ExecutionPlan plan, List<ChainTarget> targets) {

    /**
     * Fits a job.
     *
     * @param restored empty to start from the beginning
     * @throws JobRefusedException where the graph can't be planned
     * @throws dev.weir.snapshot.restore.RestoreRefusedException where it can't start from what is restored
     */
    static Fit of(JobGraph graph, JobSettings set, Optional<Manifest> restored, RestoreOptions options) {
        JobSettings settings = converting(set, options.maxParallelism());
        ExecutionPlan draft = Planner.plan(graph, settings, Map.of());
        if (restored.isEmpty()) {
            return new Fit(settings, Map.of(), draft, RestoreTargets.of(draft, graph, settings));
        }
        Manifest manifest = restored.get();
        Map<String, Integer> adopted =
                RestorePlan.effectiveMaxParallelism(manifest, RestoreTargets.of(draft, graph, settings), options);
        ExecutionPlan plan = Planner.plan(graph, settings, adopted);
        List<ChainTarget> targets = RestoreTargets.of(plan, graph, settings);
        RestorePlan.of(manifest, targets, options);
        return new Fit(settings, adopted, plan, targets);
    }

    private static JobSettings converting(JobSettings set, int maxParallelism) {
        if (maxParallelism == RestoreOptions.KEEP) {
            return set;
        }
        if (set.parallelism() > maxParallelism) {
            throw new JobRefusedException("parallelism must not exceed the max parallelism that is to be converted to:"
                    + " parallelism=" + set.parallelism() + ", --max-parallelism=" + maxParallelism
                    + "; lower the one or raise the other");
        }
        return set.withMaxParallelism(maxParallelism);
    }

    JobArchive.Fitting forRestores(RestoreOptions options) {
        return new JobArchive.Fitting(plan, targets, options);
    }
}
