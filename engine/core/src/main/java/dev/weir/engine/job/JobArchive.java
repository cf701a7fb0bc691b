package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.worker.VersionName;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SteppedDownException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The storage of one run: makes manifests of rounds and knows the one that a restart restores. Methods block; one thread
 * at a time, never a task or control thread.
 */
public final class JobArchive {

    /** What an attempt starts from. */
    public record Restore(
            Optional<VersionName> version, Optional<RestorePlan> plan, Map<String, byte[]> enumerators) {
        public static final Restore NOTHING = new Restore(Optional.empty(), Optional.empty(), Map.of());
    }

    private final JobStore store;
    private final Run run;
    private final ExecutionPlan plan;
    private final List<ChainTarget> targets;
    private @Nullable Manifest newest;
    private @Nullable AtHand atHand;

    /**
     * Which run it is.
     *
     * @param parentLineage what the lineage was started from; empty for a first one
     * @param retained how many checkpoints are kept
     */
    public record Run(String jobId, String lineage, Optional<String> parentLineage, long epoch, int retained) {}

    /** What was worked out last; an id is never used twice. */
    private record AtHand(long checkpointId, Restore restore) {}

    /** @param startedFrom the checkpoint the run starts from; empty to start from the beginning */
    public JobArchive(
            JobStore store, Run run, ExecutionPlan plan, List<ChainTarget> targets, Optional<Manifest> startedFrom) {
        this.store = store;
        this.run = run;
        this.plan = plan;
        this.targets = List.copyOf(targets);
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
        PublishOutcome outcome = store.publish(manifest, run.retained());
        if (outcome == PublishOutcome.PUBLISHED) {
            newest = manifest;
        }
        return outcome;
    }

    /**
     * What an attempt restores from a checkpoint of this run, or from the one the run was started from.
     *
     * @throws SteppedDownException where a successor has claimed the job: it may delete that checkpoint any time
     */
    public Restore restore(long checkpointId) throws IOException {
        store.requireCurrent();
        Manifest manifest = newest;
        if (manifest == null || manifest.checkpointId() != checkpointId) {
            throw new IllegalStateException("a restart restores the newest checkpoint: wanted=" + checkpointId
                    + ", newest=" + (manifest == null ? "none" : manifest.checkpointId()));
        }
        return restoreOf(manifest);
    }

    /** Works out ahead what a restart from the newest checkpoint restores: after a failure time counts. */
    public void prepareRestart() {
        Manifest manifest = newest;
        if (manifest != null) {
            restoreOf(manifest);
        }
    }

    private Restore restoreOf(Manifest manifest) {
        AtHand known = atHand;
        if (known != null && known.checkpointId() == manifest.checkpointId()) {
            return known.restore();
        }
        RestorePlan slices = RestorePlan.of(manifest, targets, RestorePlan.Unclaimed.REFUSE);
        VersionName version = new VersionName(manifest.lineage(), manifest.checkpointId());
        Restore restore = new Restore(Optional.of(version), Optional.of(slices), manifest.enumerators());
        atHand = new AtHand(manifest.checkpointId(), restore);
        return restore;
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
                Manifest.Kind.CHECKPOINT,
                content.triggerMillis(),
                UUID.randomUUID().toString(),
                scales,
                content.enumerators(),
                entries);
    }
}
