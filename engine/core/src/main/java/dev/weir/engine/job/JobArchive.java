package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.worker.VersionName;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.storage.ClaimedSavepoint;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SavepointFolder;
import dev.weir.snapshot.storage.SavepointRole;
import dev.weir.snapshot.storage.SteppedDownException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The storage of one run: makes manifests of rounds and knows the one that a restart restores. Methods block; one thread
 * at a time, never a task or control thread.
 */
public final class JobArchive {

    /** What an attempt starts from. */
    public record Restore(Optional<VersionName> version, Optional<RestorePlan> plan, Map<String, byte[]> enumerators) {
        public static final Restore NOTHING = new Restore(Optional.empty(), Optional.empty(), Map.of());
    }

    private final JobStore store;
    private final Run run;
    private final ExecutionPlan plan;
    private final List<ChainTarget> targets;
    private final @Nullable JobSavepoints savepoints;
    private final RestoreOptions options;
    private @Nullable Source newest;
    private @Nullable AtHand atHand;

    /**
     * Which run it is.
     *
     * @param parentLineage what the lineage was started from; empty for a first one
     * @param retained how many checkpoints are kept
     */
    public record Run(String jobId, String lineage, Optional<String> parentLineage, long epoch, int retained) {}

    /**
     * The run's plan, and how what another coordinator wrote is fitted to it.
     *
     * @param options of what the run starts from; its own checkpoints fit as they are
     */
    public record Fitting(ExecutionPlan plan, List<ChainTarget> targets, RestoreOptions options) {}

    /**
     * A manifest and where its files are.
     *
     * @param savepoint null for a checkpoint in the job's folder
     */
    public record Source(Manifest manifest, @Nullable SavepointFolder savepoint) {}

    /** What was worked out last; a nonce is never used twice. */
    private record AtHand(String nonce, Restore restore) {}

    /**
     * Of a run that takes no savepoints.
     *
     * @param startedFrom the checkpoint the run starts from; empty to start from the beginning
     */
    public JobArchive(
            JobStore store, Run run, ExecutionPlan plan, List<ChainTarget> targets, Optional<Manifest> startedFrom) {
        this(store, run, plan, targets, null, startedFrom.map(manifest -> new Source(manifest, null)));
    }

    /**
     * Of a run that may take savepoints.
     *
     * @param savepoints null for none
     * @param startedFrom what the run starts from; empty to start from the beginning
     */
    public JobArchive(
            JobStore store,
            Run run,
            ExecutionPlan plan,
            List<ChainTarget> targets,
            @Nullable JobSavepoints savepoints,
            Optional<Source> startedFrom) {
        this(store, run, new Fitting(plan, targets, RestoreOptions.DEFAULT), savepoints, startedFrom);
    }

    /**
     * Of a run that may take savepoints, and fits what it starts from to its program.
     *
     * @param savepoints null for none
     * @param startedFrom what the run starts from; empty to start from the beginning
     */
    public JobArchive(
            JobStore store,
            Run run,
            Fitting fitting,
            @Nullable JobSavepoints savepoints,
            Optional<Source> startedFrom) {
        this.store = store;
        this.run = run;
        this.plan = fitting.plan();
        this.targets = List.copyOf(fitting.targets());
        this.options = fitting.options();
        this.savepoints = savepoints;
        this.newest = startedFrom.orElse(null);
    }

    public JobStore store() {
        return store;
    }

    /**
     * Publishes what a round has gathered.
     *
     * @throws IOException where the manifest could not be written and certainly does not count
     */
    public PublishOutcome publish(RoundContent content) throws IOException {
        Manifest manifest = manifestOf(content);
        if (content.kind().isSavepoint()) {
            return publishSavepoint(content.kind(), manifest);
        }
        PublishOutcome outcome = store.publish(manifest, run.retained());
        if (outcome == PublishOutcome.PUBLISHED) {
            newest = new Source(manifest, null);
        }
        return outcome;
    }

    private PublishOutcome publishSavepoint(SnapshotKind kind, Manifest manifest) throws IOException {
        SavepointFolder folder = folder(manifest.checkpointId())
                .orElseThrow(() -> new IOException("a savepoint has a place: checkpoint=" + manifest.checkpointId()));
        SavepointRole role = kind.endsJob() ? SavepointRole.RECOVERY_POINT : SavepointRole.COPY;
        PublishOutcome outcome = store.publishSavepoint(manifest, folder, role);
        if (outcome == PublishOutcome.PUBLISHED && kind.endsJob()) {
            newest = new Source(manifest, folder);
        }
        return outcome;
    }

    private Optional<SavepointFolder> folder(long checkpointId) {
        return savepoints == null ? Optional.empty() : savepoints.folder(checkpointId);
    }

    /** Removes the files of a round that was given up, or of a checkpoint that is no longer retained. */
    public void delete(long checkpointId) throws IOException {
        store.deleteUnpublished(checkpointId);
        Optional<SavepointFolder> folder = folder(checkpointId);
        if (folder.isPresent()) {
            folder.get().delete();
        }
    }

    /** Takes a published savepoint back. */
    public void discardSavepoint(long checkpointId) throws IOException {
        Optional<SavepointFolder> folder = folder(checkpointId);
        if (folder.isPresent()) {
            store.discardSavepoint(checkpointId, folder.get());
        }
    }

    /**
     * Looks for the newest older checkpoint of the lineage whose manifest is whole, and makes it what a restart restores.
     *
     * @param damagedId what was restored; asking again once an older one has taken its place finds nothing
     * @return the id of the older one; empty where there is none
     */
    public OptionalLong fallBack(long damagedId) throws IOException {
        Source damaged = newest;
        if (damaged == null
                || damaged.manifest().checkpointId() != damagedId
                || !damaged.manifest().lineage().equals(run.lineage())) {
            return OptionalLong.empty();
        }
        Optional<Source> older = RecoveryPoints.newestBefore(damagedId, store, this::at);
        older.ifPresent(found -> newest = found);
        return older.isPresent() ? OptionalLong.of(older.get().manifest().checkpointId()) : OptionalLong.empty();
    }

    private SavepointFolder at(String uri) throws IOException {
        if (savepoints == null) {
            throw new IOException("a run without savepoints can't restore one: " + uri);
        }
        return savepoints.at(uri);
    }

    /**
     * What an attempt restores from a checkpoint of this run, or from the one the run was started from.
     *
     * @throws SteppedDownException where a successor has claimed the job: it may delete that checkpoint any time
     */
    public Restore restore(long checkpointId) throws IOException {
        store.requireCurrent();
        Source source = newest;
        if (source == null || source.manifest().checkpointId() != checkpointId) {
            throw new IllegalStateException("a restart restores the newest checkpoint: wanted=" + checkpointId
                    + ", newest=" + (source == null ? "none" : source.manifest().checkpointId()));
        }
        return restoreOf(source);
    }

    /** Works out ahead what a restart from the newest checkpoint restores: after a failure time counts. */
    public void prepareRestart() {
        Source source = newest;
        if (source != null) {
            restoreOf(source);
        }
    }

    /**
     * Removes the savepoints that runs of the job have claimed, once the run has something of its own to restore. One that
     * can't be removed is tried again.
     */
    public void removeClaimed() throws IOException {
        Source source = newest;
        if (savepoints == null || source == null || !isOwn(source.manifest())) {
            return;
        }
        for (ClaimedSavepoint claimed : store.claimedSavepoints()) {
            store.requireCurrent();
            savepoints.remove(claimed.uri());
            store.releaseClaimed(claimed);
        }
    }

    private Restore restoreOf(Source source) {
        Manifest manifest = source.manifest();
        AtHand known = atHand;
        if (known != null && known.nonce().equals(manifest.nonce())) {
            return known.restore();
        }
        RestorePlan slices = RestorePlan.of(manifest, targets, isOwn(manifest) ? RestoreOptions.DEFAULT : options);
        SavepointFolder savepoint = source.savepoint();
        if (savepoint != null && savepoints != null) {
            slices = slices.inFolder(savepoints.readFrom(savepoint));
        }
        VersionName version = new VersionName(manifest.lineage(), manifest.checkpointId());
        Restore restore = new Restore(Optional.of(version), Optional.of(slices), slices.enumerators());
        atHand = new AtHand(manifest.nonce(), restore);
        return restore;
    }

    private boolean isOwn(Manifest manifest) {
        return manifest.lineage().equals(run.lineage()) && manifest.epoch() == run.epoch();
    }

    private static Manifest.Kind kindOf(SnapshotKind kind) {
        return switch (kind) {
            case CHECKPOINT -> Manifest.Kind.CHECKPOINT;
            case SAVEPOINT, STOP -> Manifest.Kind.SAVEPOINT;
            case DRAIN -> Manifest.Kind.DRAIN;
        };
    }

    private Manifest manifestOf(RoundContent content) {
        Map<String, Manifest.OperatorScale> scales = new TreeMap<>();
        for (Chain chain : plan.chains()) {
            for (ChainLink link : chain.links()) {
                scales.put(link.uid(), new Manifest.OperatorScale(chain.parallelism(), chain.maxParallelism()));
            }
        }
        List<Manifest.SubtaskEntry> entries = new ArrayList<>();
        for (Map.Entry<SubtaskId, SubtaskStateHandle> part : content.subtasks().entrySet()) {
            SubtaskId id = part.getKey();
            List<String> uids =
                    plan.chain(id.chain()).links().stream().map(ChainLink::uid).toList();
            entries.add(new Manifest.SubtaskEntry(id.chain(), id.index(), uids, part.getValue()));
        }
        return new Manifest(
                Manifest.FORMAT_VERSION,
                run.jobId(),
                run.lineage(),
                run.parentLineage().orElse(null),
                content.checkpointId(),
                content.fence().epoch(),
                content.fence().attempt(),
                kindOf(content.kind()),
                content.triggerMillis(),
                UUID.randomUUID().toString(),
                scales,
                content.enumerators(),
                entries);
    }
}
