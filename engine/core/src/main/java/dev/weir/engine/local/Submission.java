package dev.weir.engine.local;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.job.JobActor;
import dev.weir.engine.job.JobArchive;
import dev.weir.engine.job.JobCoordination;
import dev.weir.engine.job.JobMonitor;
import dev.weir.engine.job.JobSavepoints;
import dev.weir.engine.job.RecoveryPoints;
import dev.weir.engine.job.StartPoint;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.plan.PlanWarnings;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.plan.RestoreTargets;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.worker.FrozenVersions;
import dev.weir.engine.worker.JobContext;
import dev.weir.engine.worker.JobFiles;
import dev.weir.engine.worker.JobMeters;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.plugin.StateBackends;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One submission: draws and checks the graph, claims the job, fits the plan to what is restored. Blocks; used once.
 * Everything that can be refused without the storage is refused before it is opened.
 */
final class Submission {

    private static final Logger LOG = LoggerFactory.getLogger(Submission.class);

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
    JobActor.Wiring prepare(SavepointFolder.Storages storages, StartFrom from) {
        JobGraph graph = draw();
        ExecutionPlan draft = Planner.plan(graph, settings, Map.of());
        try {
            CheckpointStorage opened = storages.open(settings.storage());
            JobStore store = JobStore.open(opened, settings.jobId());
            Optional<JobArchive.Source> savepoint = savepoint(from, storages);
            Claim claim = store.claim();
            Optional<JobArchive.Source> start = savepoint.isPresent() ? savepoint : found(store, claim, from, storages);
            Optional<Manifest> restored = start.map(JobArchive.Source::manifest);
            Map<String, Integer> adopted = adopted(graph, draft, restored);
            ExecutionPlan plan = Planner.plan(graph, settings, adopted);
            List<ChainTarget> targets = RestoreTargets.of(plan, graph, settings);
            restored.ifPresent(manifest -> RestorePlan.of(manifest, targets, RestorePlan.Unclaimed.REFUSE));
            warnings = PlanWarnings.of(graph, settings, adopted);
            JobArchive.Run run = run(store, claim, from, restored);
            store.sweep();
            JobFiles files = files(opened);
            JobSavepoints savepoints = new JobSavepoints(files, storages);
            JobArchive archive = new JobArchive(store, run, plan, targets, savepoints, start);
            JobContext context = new JobContext(
                    program,
                    arguments,
                    settings,
                    run.lineage(),
                    StateBackends.open(settings.state().backend(), options()),
                    files,
                    new JobMeters(),
                    FrozenVersions.within(settings.task()));
            return new JobActor.Wiring(
                    job(plan, claim, StartPoint.of(restored, run.lineage())),
                    context,
                    archive,
                    savepoints,
                    new JobMonitor(settings.jobId()));
        } catch (JobRefusedException refused) {
            throw refused;
        } catch (RestoreRefusedException refused) {
            throw new JobRefusedException(String.valueOf(refused.getMessage()), refused);
        } catch (DamagedCheckpointException damaged) {
            throw new JobRefusedException(
                    "a job starts from a checkpoint that is whole: job=" + settings.jobId() + ": "
                            + damaged.getMessage()
                            + "; bring the file back, start fresh or from a savepoint, or let it start from an older"
                            + " checkpoint with weir.checkpoint.fallback-to-older=on, which repeats results that were"
                            + " committed since",
                    damaged);
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

    /** What a person named; read before the job is claimed, so that a mistake ends nobody's run. */
    private static Optional<JobArchive.Source> savepoint(StartFrom from, SavepointFolder.Storages storages) {
        return from instanceof StartFrom.Savepoint named
                ? Optional.of(read(named.uri(), storages, "see that the URI names the savepoint's own folder"))
                : Optional.empty();
    }

    private static JobArchive.Source read(String savepoint, SavepointFolder.Storages storages, String remedy) {
        try {
            SavepointFolder folder = SavepointFolder.at(savepoint, storages);
            return new JobArchive.Source(folder.read(), folder);
        } catch (IOException | IllegalArgumentException unusable) {
            throw new JobRefusedException(
                    "a job starts from a savepoint that can be read: savepoint=" + savepoint + ": "
                            + unusable.getMessage() + "; " + remedy,
                    unusable);
        }
    }

    private Optional<JobArchive.Source> found(
            JobStore store, Claim claim, StartFrom from, SavepointFolder.Storages storages) throws IOException {
        if (from instanceof StartFrom.Fresh) {
            return Optional.empty();
        }
        if (claim.lineage().isEmpty()) {
            throw new JobRefusedException("a job that goes on has run before: storage=" + settings.storage() + ", job="
                    + settings.jobId() + " is new there; check both, or start it fresh");
        }
        Optional<CheckpointRef> newest = claim.newest();
        if (newest.isEmpty() && store.isDropped()) {
            throw new JobRefusedException("a job goes on from its last checkpoint, and those of job="
                    + settings.jobId()
                    + " were deleted when it was canceled (weir.checkpoint.on-cancel=delete); start it"
                    + " from a savepoint, or fresh");
        }
        if (newest.isPresent()) {
            return Optional.of(newestWhole(newest.get(), store, storages));
        }
        return store.startedFrom()
                .map(uri -> read(
                        uri,
                        storages,
                        "the job was started from it and has no checkpoint of its own yet: put it back there, or start"
                                + " the job from another savepoint, or fresh"));
    }

    private JobArchive.Source newestWhole(CheckpointRef newest, JobStore store, SavepointFolder.Storages storages)
            throws IOException {
        RecoveryPoints.Folders folders = uri -> SavepointFolder.at(uri, storages);
        try {
            return RecoveryPoints.read(newest, store, folders);
        } catch (DamagedCheckpointException damaged) {
            boolean mayFallBack = settings.checkpoint().retention().damaged() == Damaged.FALL_BACK;
            Optional<JobArchive.Source> older =
                    mayFallBack ? RecoveryPoints.newestBefore(newest.checkpointId(), store, folders) : Optional.empty();
            JobArchive.Source found = older.orElseThrow(() -> damaged);
            LOG.warn(
                    "job {}: checkpoint {} is damaged, and weir.checkpoint.fallback-to-older is on: starting from checkpoint"
                            + " {}; results that were committed since then are repeated",
                    settings.jobId(),
                    newest.checkpointId(),
                    found.manifest().checkpointId(),
                    damaged);
            return found;
        }
    }

    private Map<String, Integer> adopted(JobGraph graph, ExecutionPlan draft, Optional<Manifest> restored) {
        return restored.map(manifest ->
                        RestorePlan.effectiveMaxParallelism(manifest, RestoreTargets.of(draft, graph, settings), dev.weir.snapshot.restore.RestoreOptions.DEFAULT))
                .orElse(Map.of());
    }

    private JobArchive.Run run(JobStore store, Claim claim, StartFrom from, Optional<Manifest> restored)
            throws IOException {
        int retained = settings.checkpoint().retained();
        if (from instanceof StartFrom.Latest && claim.lineage().isPresent()) {
            return new JobArchive.Run(
                    settings.jobId(), claim.lineage().get(), store.parentLineage(), claim.epoch(), retained);
        }
        String lineage = UUID.randomUUID().toString();
        Optional<String> parent = restored.isPresent() ? restored.map(Manifest::lineage) : claim.lineage();
        if (from instanceof StartFrom.Savepoint named) {
            store.recordLineage(lineage, parent.orElse(null), named.uri());
        } else {
            store.recordLineage(lineage, parent.orElse(null));
        }
        return new JobArchive.Run(settings.jobId(), lineage, parent, claim.epoch(), retained);
    }

    private ClassLoader loader() {
        ClassLoader loader = program.getClass().getClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    private StateBackendOptions options() {
        StateSettings state = settings.state();
        return new StateBackendOptions(
                loader(), settings.jobId(), state.localFolder(), state.memoryBytes(), state.cacheBytes());
    }

    private JobFiles files(CheckpointStorage storage) {
        return new JobFiles(storage, settings.jobId(), settings.checkpoint().inlineThresholdBytes(), loader());
    }

    private JobCoordination.Job job(ExecutionPlan plan, Claim claim, StartPoint start) {
        return new JobCoordination.Job(
                settings.jobId(),
                plan,
                settings,
                claim.epoch(),
                claim.retained().stream().map(CheckpointRef::checkpointId).toList(),
                start);
    }
}
