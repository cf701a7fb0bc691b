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
import dev.weir.engine.operator.ClaimedRun;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.plan.PlanWarnings;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.worker.FrozenVersions;
import dev.weir.engine.worker.JobBackends;
import dev.weir.engine.worker.JobContext;
import dev.weir.engine.worker.JobFiles;
import dev.weir.engine.worker.JobMeters;
import dev.weir.engine.worker.SnapshotBases;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.Ownership;
import dev.weir.snapshot.storage.SavepointClaim;
import dev.weir.snapshot.storage.SavepointFolder;
import dev.weir.snapshot.storage.StartedFrom;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
        Fit.of(graph, settings, Optional.empty(), optionsOf(from));
        try {
            CheckpointStorage opened = storages.open(settings.storage());
            JobStore store = JobStore.open(opened, settings.jobId());
            Optional<NamedSavepoint> savepoint = savepoint(graph, opened, from, storages);
            Claim claim = store.claim();
            Start start = savepoint.isPresent()
                    ? new Start(savepoint.map(NamedSavepoint::source), optionsOf(from))
                    : found(store, claim, from, storages);
            Optional<Manifest> restored = start.source().map(JobArchive.Source::manifest);
            Fit fit = Fit.of(graph, settings, restored, start.options());
            warnings = PlanWarnings.of(graph, fit.settings(), fit.adopted());
            JobArchive.Run run = run(store, claim, from, restored, savepoint);
            store.sweep();
            JobBackends backends = new JobBackends(settings.state().backend(), options());
            JobFiles files = files(opened, backends);
            JobSavepoints savepoints = new JobSavepoints(files, storages);
            JobArchive archive =
                    new JobArchive(store, run, fit.forRestores(start.options()), savepoints, start.source());
            JobContext context = new JobContext(
                    program,
                    arguments,
                    fit.settings(),
                    run.lineage(),
                    claimedRun(store),
                    backends,
                    files,
                    new JobMeters(),
                    FrozenVersions.within(settings.task()),
                    new SnapshotBases(settings.state().incremental()));
            return new JobActor.Wiring(
                    job(fit, claim, StartPoint.of(restored, run.lineage()), baseOf(start.source(), run.lineage())),
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

    /** What a run restores, and how it is fitted. */
    private record Start(Optional<JobArchive.Source> source, RestoreOptions options) {}

    private static RestoreOptions optionsOf(StartFrom from) {
        if (from instanceof StartFrom.Savepoint named) {
            return named.restore();
        }
        return from instanceof StartFrom.Latest latest ? latest.restore() : RestoreOptions.DEFAULT;
    }

    /** What a person named; checked before the job is claimed, so that a mistake ends nobody's run. */
    private Optional<NamedSavepoint> savepoint(
            JobGraph graph, CheckpointStorage opened, StartFrom from, SavepointFolder.Storages storages)
            throws IOException {
        if (!(from instanceof StartFrom.Savepoint named)) {
            return Optional.empty();
        }
        NamedSavepoint savepoint = NamedSavepoint.read(named, storages);
        Fit.of(graph, settings, Optional.of(savepoint.source().manifest()), named.restore());
        savepoint.requireUsable(claimOf(opened, ""), loader());
        return Optional.of(savepoint);
    }

    private SavepointClaim claimOf(CheckpointStorage opened, String lineage) {
        return new SavepointClaim(settings.jobId(), opened.uri(), lineage);
    }

    private Start found(JobStore store, Claim claim, StartFrom from, SavepointFolder.Storages storages)
            throws IOException {
        if (from instanceof StartFrom.Fresh) {
            return new Start(Optional.empty(), RestoreOptions.DEFAULT);
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
            return new Start(Optional.of(newestWhole(newest.get(), store, storages)), optionsOf(from));
        }
        Optional<StartedFrom> startedFrom = store.startedFrom();
        RestoreOptions asked = optionsOf(from);
        boolean asBefore = asked.equals(RestoreOptions.DEFAULT) && startedFrom.isPresent();
        return new Start(
                startedFrom.map(before -> NamedSavepoint.read(
                        before.savepoint(),
                        storages,
                        "the job was started from it and has no checkpoint of its own yet: put it back there, or start"
                                + " the job from another savepoint, or fresh")),
                asBefore ? startedFrom.get().restore() : asked);
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

    private JobArchive.Run run(
            JobStore store,
            Claim claim,
            StartFrom from,
            Optional<Manifest> restored,
            Optional<NamedSavepoint> savepoint)
            throws IOException {
        int retained = settings.checkpoint().retained();
        if (from instanceof StartFrom.Latest && claim.lineage().isPresent()) {
            return new JobArchive.Run(
                    settings.jobId(), claim.lineage().get(), store.parentLineage(), claim.epoch(), retained);
        }
        String lineage = UUID.randomUUID().toString();
        Optional<String> parent = restored.isPresent() ? restored.map(Manifest::lineage) : claim.lineage();
        if (from instanceof StartFrom.Savepoint named && savepoint.isPresent()) {
            record(store, lineage, parent, named, savepoint.get());
        } else {
            store.recordLineage(lineage, parent.orElse(null));
        }
        return new JobArchive.Run(settings.jobId(), lineage, parent, claim.epoch(), retained);
    }

    private void record(
            JobStore store,
            String lineage,
            Optional<String> parent,
            StartFrom.Savepoint named,
            NamedSavepoint savepoint)
            throws IOException {
        boolean isOwn = savepoint.isOwnCheckpoint(store.storage(), settings.jobId());
        if (named.ownership() == Ownership.CLAIM && !isOwn) {
            savepoint.claim(claimOf(store.storage(), lineage), store);
        }
        StartedFrom.Keeping keeping = isOwn ? StartedFrom.Keeping.BY_RETENTION : StartedFrom.Keeping.APART;
        store.recordLineage(
                lineage,
                parent.orElse(null),
                new StartedFrom(named.uri(), named.ownership(), keeping, named.restore()));
    }

    private static @Nullable ClaimedRun claimedRun(JobStore store) {
        StartedFrom from = store.startedFrom().orElse(null);
        String parent = store.parentLineage().orElse(null);
        if (from == null || parent == null || from.ownership() == Ownership.NO_CLAIM) {
            return null;
        }
        Map<String, String> formerUids = new HashMap<>();
        from.restore().renames().forEach((oldName, newName) -> formerUids.put(newName, oldName));
        return new ClaimedRun(parent, formerUids);
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

    private JobFiles files(CheckpointStorage storage, JobBackends backends) {
        return new JobFiles(
                storage, settings.jobId(), settings.checkpoint().inlineThresholdBytes(), loader(), backends);
    }

    /** The checkpoint that is restored, where the run goes on with its lineage; 0 for none. */
    private static long baseOf(Optional<JobArchive.Source> source, String lineage) {
        return source.filter(restored -> restored.savepoint() == null)
                .map(JobArchive.Source::manifest)
                .filter(manifest -> manifest.lineage().equals(lineage))
                .map(Manifest::checkpointId)
                .orElse(0L);
    }

    private static JobCoordination.Job job(Fit fit, Claim claim, StartPoint start, long base) {
        return new JobCoordination.Job(
                fit.settings().jobId(),
                fit.plan(),
                fit.settings(),
                claim.epoch(),
                claim.retained().stream().map(CheckpointRef::checkpointId).toList(),
                start,
                base);
    }
}
