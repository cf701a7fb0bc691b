package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.PublishOutcome;
import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.SteppedDownException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The job's store on a thread of its own: one operation after the other, answered to the coordinator. */
final class StoreCell {

    /** Takes an answer in the coordinator: either a result or a failure. */
    interface Answer<R> {
        void take(@Nullable R result, @Nullable Exception failure);
    }

    /** Whether what the coordinator records is the job's state. */
    enum Authority {
        HELD,
        LOST
    }

    /** What became of a publication. */
    record Publication(PublishOutcome outcome, String detail) {}

    private final SimulatedProcess process;
    private final Object coordinator;
    private final JobStore store;
    private final Map<Long, Manifest> manifests = new HashMap<>();
    private String lineage = "";
    private Authority authority = Authority.HELD;

    StoreCell(SimulatedProcess process, Object coordinator) {
        this.process = process;
        this.coordinator = coordinator;
        this.store = JobStore.open(
                process.environment().storage(), process.settings().jobId());
    }

    String lineage() {
        return lineage;
    }

    /** Does something on the store's thread. */
    <R> void ask(Object what, Callable<R> work, Answer<R> answer) {
        process.send(coordinator, this, what, process.storageNanos(), () -> {
            R result = null;
            Exception failure = null;
            try {
                result = work.call();
            } catch (Exception thrown) {
                failure = thrown;
            }
            R done = result;
            Exception failed = failure;
            String outcome = what + (failed == null ? " is done" : " failed: " + failed);
            process.send(this, coordinator, outcome, () -> answer.take(done, failed));
        });
    }

    /** Claims the job, names its lineage if it has none, removes what earlier coordinators left behind. */
    Claim claim() throws IOException {
        Claim claim = store.claim();
        Optional<String> known = claim.lineage();
        lineage = known.orElse("lineage-1");
        if (known.isEmpty()) {
            store.recordLineage(lineage, null);
        }
        Optional<CheckpointRef> newest = claim.newest();
        if (newest.isPresent()) {
            Manifest found = store.read(newest.get());
            manifests.put(found.checkpointId(), found);
            process.environment()
                    .oracles()
                    .onFound(found, process.environment().storage().files());
        }
        store.sweep();
        return claim;
    }

    long reserveIds(int count) throws IOException {
        return store.reserveIds(count);
    }

    Publication publish(RoundContent content, int retained) {
        Manifest manifest = manifestOf(content);
        Publication publication = publish(manifest, retained);
        if (publication.outcome() == PublishOutcome.PUBLISHED) {
            manifests.put(content.checkpointId(), manifest);
            process.environment()
                    .oracles()
                    .onPublished(manifest, process.environment().storage().files());
        }
        return publication;
    }

    private Publication publish(Manifest manifest, int retained) {
        try {
            return switch (store.publish(manifest, retained).status()) {
                case PUBLISHED -> new Publication(PublishOutcome.PUBLISHED, "");
                case SUPERSEDED -> new Publication(PublishOutcome.SUPERSEDED, "the slot is another's");
                case UNKNOWN -> new Publication(PublishOutcome.UNKNOWN, "no answer");
            };
        } catch (SteppedDownException superseded) {
            return new Publication(PublishOutcome.SUPERSEDED, String.valueOf(superseded.getMessage()));
        } catch (IOException failed) {
            return new Publication(PublishOutcome.NOT_PUBLISHED, String.valueOf(failed.getMessage()));
        }
    }

    /** Records the job's state. */
    boolean record(JobStatus status) throws IOException {
        try {
            store.recordJobState(status.name());
            return true;
        } catch (SteppedDownException superseded) {
            authority = Authority.LOST;
            throw superseded;
        }
    }

    /** Whether the job's state could be recorded so far: else what this coordinator says of it means nothing. */
    Authority authority() {
        return authority;
    }

    /** The manifest of a published checkpoint that this process has made or restored. */
    Manifest manifest(long checkpointId) {
        Manifest manifest = manifests.get(checkpointId);
        if (manifest == null) {
            throw new Violation(
                    "what is restored was published", "id=" + checkpointId + ", known=" + manifests.keySet());
        }
        return manifest;
    }

    boolean delete(long checkpointId) throws IOException {
        store.deleteUnpublished(checkpointId);
        return true;
    }

    private Manifest manifestOf(RoundContent content) {
        ExecutionPlan plan = process.plan();
        Map<String, OperatorScale> scales = new TreeMap<>();
        for (Chain chain : plan.chains()) {
            for (ChainLink link : chain.links()) {
                scales.put(link.uid(), new OperatorScale(chain.parallelism(), chain.maxParallelism()));
            }
        }
        List<SubtaskEntry> entries = new ArrayList<>();
        content.subtasks().forEach((id, handle) -> {
            List<String> uids =
                    plan.chain(id.chain()).links().stream().map(ChainLink::uid).toList();
            entries.add(new SubtaskEntry(id.chain(), id.index(), uids, handle));
        });
        return new Manifest(
                Manifest.FORMAT_VERSION,
                process.settings().jobId(),
                lineage,
                null,
                content.checkpointId(),
                content.fence().epoch(),
                content.fence().attempt(),
                Manifest.Kind.CHECKPOINT,
                content.triggerMillis(),
                Long.toHexString(process.environment().draws().generator().nextLong()),
                scales,
                content.enumerators(),
                entries);
    }

    @Override
    public String toString() {
        return "store";
    }
}
