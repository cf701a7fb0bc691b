package dev.weir.engine.local;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.job.JobActor;
import dev.weir.engine.job.JobArchive;
import dev.weir.engine.job.JobCoordination;
import dev.weir.engine.job.JobMonitor;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.plan.PlanWarnings;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.plan.RestoreTargets;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.worker.FrozenVersions;
import dev.weir.engine.worker.JobContext;
import dev.weir.engine.worker.JobMeters;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * One submission: draws and checks the graph, claims the job, fits the plan to what is restored. Blocks; used once.
 * Everything that can be refused without the storage is refused before it is opened.
 */
final class Submission {

    private final JobProgram program;
    private final JobArguments arguments;
    private final JobSettings settings;
    private List<String> warnings = List.of();

    Submission(JobProgram program, JobArguments arguments, JobSettings settings) {
        this.program = program;
        this.arguments = arguments;
        this.settings = settings;
    }

    List<String> warnings() {
        return warnings;
    }

    /** What the job's actor works with. @throws JobRefusedException with rule, values and remedy */
    JobActor.Wiring prepare(Callable<CheckpointStorage> storage, StartFrom from) {
        JobGraph graph = draw();
        ExecutionPlan draft = Planner.plan(graph, settings, Map.of());
        try {
            CheckpointStorage opened = storage.call();
            JobStore store = JobStore.open(opened, settings.jobId());
            Claim claim = store.claim();
            Optional<Manifest> restored = restored(store, claim, from);
            Map<String, Integer> adopted = adopted(graph, draft, restored);
            ExecutionPlan plan = Planner.plan(graph, settings, adopted);
            List<ChainTarget> targets = RestoreTargets.of(plan, graph, settings);
            restored.ifPresent(manifest -> RestorePlan.of(manifest, targets, RestorePlan.Unclaimed.REFUSE));
            warnings = PlanWarnings.of(graph, settings, adopted);
            JobArchive.Run run = run(store, claim, from);
            store.sweep();
            return wiring(opened, plan, claim, run, new JobArchive(store, run, plan, targets, restored), restored);
        } catch (JobRefusedException refused) {
            throw refused;
        } catch (RestoreRefusedException refused) {
            throw new JobRefusedException(String.valueOf(refused.getMessage()), refused);
        } catch (Exception unusable) {
            throw new JobRefusedException(
                    "a job starts with a storage that can be read and written: storage=" + settings.storage()
                            + ", job=" + settings.jobId() + ": " + unusable.getMessage()
                            + "; see that weir.checkpoint.storage names the right place and that it may be written",
                    unusable);
        }
    }

    private JobGraph draw() {
        try {
            return program.build(arguments, settings.parallelism());
        } catch (JobRefusedException refused) {
            throw refused;
        } catch (Throwable thrown) {
            // User code may throw anything; it ends the submission, never the caller.
            throw new JobRefusedException(
                    "a job's program draws its graph without failing: arguments=" + arguments + ": "
                            + ErrorLine.of(thrown) + "; mend the program or give it other arguments",
                    thrown);
        }
    }

    private Optional<Manifest> restored(JobStore store, Claim claim, StartFrom from) throws IOException {
        if (from instanceof StartFrom.Fresh) {
            return Optional.empty();
        }
        if (claim.lineage().isEmpty()) {
            throw new JobRefusedException("a job that goes on has run before: storage=" + settings.storage() + ", job="
                    + settings.jobId() + " is new there; check both, or start it fresh");
        }
        Optional<CheckpointRef> newest = claim.newest();
        return newest.isEmpty() ? Optional.empty() : Optional.of(store.read(newest.get()));
    }

    private Map<String, Integer> adopted(JobGraph graph, ExecutionPlan draft, Optional<Manifest> restored) {
        return restored.map(manifest ->
                        RestorePlan.effectiveMaxParallelism(manifest, RestoreTargets.of(draft, graph, settings)))
                .orElse(Map.of());
    }

    private JobArchive.Run run(JobStore store, Claim claim, StartFrom from) throws IOException {
        int retained = settings.checkpoint().retained();
        if (from instanceof StartFrom.Latest && claim.lineage().isPresent()) {
            return new JobArchive.Run(
                    settings.jobId(), claim.lineage().get(), store.parentLineage(), claim.epoch(), retained);
        }
        String lineage = UUID.randomUUID().toString();
        store.recordLineage(lineage, claim.lineage().orElse(null));
        return new JobArchive.Run(settings.jobId(), lineage, claim.lineage(), claim.epoch(), retained);
    }

    private JobActor.Wiring wiring(
            CheckpointStorage storage,
            ExecutionPlan plan,
            Claim claim,
            JobArchive.Run run,
            JobArchive archive,
            Optional<Manifest> restored) {
        ClassLoader loader = program.getClass().getClassLoader();
        SnapshotFiles files = new SnapshotFiles(
                storage,
                settings.jobId(),
                settings.checkpoint().inlineThresholdBytes(),
                loader == null ? ClassLoader.getSystemClassLoader() : loader);
        OptionalLong startedFrom =
                restored.isPresent() ? OptionalLong.of(restored.get().checkpointId()) : OptionalLong.empty();
        JobCoordination.Job job = new JobCoordination.Job(
                settings.jobId(),
                plan,
                settings,
                claim.epoch(),
                claim.retained().stream().map(CheckpointRef::checkpointId).toList(),
                startedFrom);
        JobContext context = new JobContext(
                program,
                arguments,
                settings,
                run.lineage(),
                files,
                new JobMeters(),
                FrozenVersions.within(settings.task()));
        return new JobActor.Wiring(job, context, archive, new JobMonitor(settings.jobId()));
    }
}
