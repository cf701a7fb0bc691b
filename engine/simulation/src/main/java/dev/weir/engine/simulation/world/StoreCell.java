package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.job.JobArchive;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.job.RecoveryPoints;
import dev.weir.engine.plan.RestoreTargets;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SavepointFolder;
import dev.weir.snapshot.storage.SteppedDownException;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The job's store and archive on a thread of their own: one operation after the other, answered to the coordinator. */
final class StoreCell implements Part {

    private static final String FIRST_LINEAGE = "lineage-1";

    /** Takes an answer in the coordinator: either a result or a failure. */
    interface Answer<R> {
        void take(@Nullable R result, @Nullable Exception failure);
    }

    /** Whether what the coordinator records is the job's state. */
    enum Authority {
        HELD,
        LOST
    }

    private final SimulatedProcess process;
    private final Part coordinator;
    private final JobStore store;
    private @Nullable JobArchive archive;
    private String lineage = FIRST_LINEAGE;
    private Optional<JobArchive.Source> startedFrom = Optional.empty();
    private boolean isDropped;
    private Authority authority = Authority.HELD;

    StoreCell(SimulatedProcess process, Part coordinator) {
        this.process = process;
        this.coordinator = coordinator;
        this.store = JobStore.open(
                process.environment().storage(), process.settings().jobId());
    }

    @Override
    public Machine machine() {
        return process.control();
    }

    String lineage() {
        return lineage;
    }

    /** Whether the job's state could be recorded so far: else what this coordinator says of it means nothing. */
    Authority authority() {
        return authority;
    }

    /** Does something on the store's thread. */
    <R> void ask(Object what, Callable<R> work, Answer<R> answer) {
        process.send(coordinator, this, what, process.storageNanos(), () -> {
            R result = null;
            Exception failure = null;
            try {
                result = work.call();
            } catch (Violation violation) {
                throw violation;
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
        lineage = claim.lineage().orElse(FIRST_LINEAGE);
        if (claim.lineage().isEmpty()) {
            store.recordLineage(lineage, null);
        }
        startedFrom = startOf(claim);
        int retained = process.settings().checkpoint().retained();
        archive = new JobArchive(
                store,
                new JobArchive.Run(process.settings().jobId(), lineage, Optional.empty(), claim.epoch(), retained),
                process.plan(),
                RestoreTargets.of(process.plan(), process.graph(), process.settings()),
                process.savepoints(),
                startedFrom);
        store.sweep();
        return claim;
    }

    /** The newest recovery point, or the savepoint that a person names; then a new lineage begins. */
    private Optional<JobArchive.Source> startOf(Claim claim) throws IOException {
        Oracles oracles = process.environment().oracles();
        Optional<String> savepoint = process.environment().people().startFrom();
        Optional<CheckpointRef> newest = claim.newest();
        if (newest.isEmpty() && store.isDropped()) {
            isDropped = true;
            return Optional.empty();
        }
        boolean isFork = savepoint.isPresent() && (newest.isEmpty() || isThere(newest.get(), savepoint.get()));
        if (isFork) {
            SavepointFolder folder = at(savepoint.orElseThrow());
            Manifest manifest = folder.read();
            lineage = "lineage-" + claim.epoch();
            store.recordLineage(lineage, manifest.lineage());
            oracles.checkpoints().onNewLineage();
            return Optional.of(new JobArchive.Source(manifest, folder));
        }
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        JobArchive.Source found = RecoveryPoints.read(newest.get(), store, this::at);
        oracles.onFound(found.manifest());
        return Optional.of(found);
    }

    private static boolean isThere(CheckpointRef ref, String savepoint) {
        return savepoint.equals(ref.savepoint());
    }

    private SavepointFolder at(String uri) throws IOException {
        return SavepointFolder.at(uri, place -> process.environment().storage());
    }

    /** What this start goes on from; empty for the beginning. Known once claimed. */
    Optional<JobArchive.Source> startedFrom() {
        return startedFrom;
    }

    /** Whether the checkpoints were removed when the job was canceled. Known once claimed. */
    boolean isDropped() {
        return isDropped;
    }

    private JobArchive archive() {
        return Objects.requireNonNull(archive);
    }

    long reserveIds(int count) throws IOException {
        return store.reserveIds(count);
    }

    PublishOutcome publish(RoundContent content) throws IOException {
        PublishOutcome outcome = archive().publish(content);
        if (outcome == PublishOutcome.PUBLISHED) {
            String folder = process.savepoints()
                    .folder(content.checkpointId())
                    .map(SavepointFolder::name)
                    .orElse(CheckpointFolders.join(
                            process.settings().jobId(), CheckpointFolders.name(content.checkpointId())));
            process.environment()
                    .oracles()
                    .onPublished(
                            content, folder, process.environment().storage().files());
        }
        return outcome;
    }

    JobArchive.Restore restore(OptionalLong checkpointId) throws IOException {
        return checkpointId.isEmpty() ? JobArchive.Restore.NOTHING : archive().restore(checkpointId.getAsLong());
    }

    /** Records the job's state. */
    JobStatus record(JobStatus status) throws IOException {
        try {
            store.recordJobState(status.name());
            return status;
        } catch (SteppedDownException superseded) {
            authority = Authority.LOST;
            throw superseded;
        }
    }

    Long delete(long checkpointId) throws IOException {
        archive().delete(checkpointId);
        return checkpointId;
    }

    Long discardSavepoint(long checkpointId) throws IOException {
        archive().discardSavepoint(checkpointId);
        return checkpointId;
    }

    Boolean dropCheckpoints() throws IOException {
        process.environment().oracles().checkpoints().onNewLineage();
        store.dropCheckpoints();
        return true;
    }

    @Override
    public String toString() {
        return "store";
    }
}
