package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Sealed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job's durable memory, as one coordinator sees it: claims, ids, manifests. Methods block; one thread at a time.
 *
 * <pre>
 *   OPENED --claim--> CLAIMED --a successor's claim, or an outcome that can't be known--> STEPPED_DOWN
 * </pre>
 *
 * Invariants: of all coordinators of a job only the one of the newest claim publishes; nothing that a published manifest
 * lists is deleted unless a newer one has subsumed it, and no kept one lists it. Once stepped down, nothing is written or
 * deleted.
 */
public final class JobStore {

    private static final int CLAIM_ATTEMPTS = 100;

    private enum Phase {
        OPENED,
        CLAIMED,
        STEPPED_DOWN
    }

    private final CheckpointStorage storage;
    private final String jobFolder;
    private final JobLog log;
    private final CheckpointFiles files;
    private Phase phase = Phase.OPENED;
    private long epoch;
    private String whySteppedDown = "";

    private JobStore(CheckpointStorage storage, String jobFolder) {
        this.storage = storage;
        this.jobFolder = jobFolder;
        this.log = new JobLog(storage, jobFolder);
        this.files = new CheckpointFiles(storage, jobFolder);
    }

    /**
     * Opens a job's memory. Nothing is read or written yet.
     *
     * @param jobId by the rule of {@link JobIds}; it names the job's folder
     */
    public static JobStore open(CheckpointStorage storage, String jobId) {
        return new JobStore(storage, JobIds.require(jobId));
    }

    /** Where the job's folder is. */
    public CheckpointStorage storage() {
        return storage;
    }

    /** The job's folder within the storage. */
    public String jobFolder() {
        return jobFolder;
    }

    /** What the coordinator last recorded of the job's state; empty before that. Known once claimed. */
    public Optional<String> jobState() {
        return Optional.ofNullable(log.state().jobState());
    }

    /** The lineage the present one was started from; empty where there is none. Known once claimed. */
    public Optional<String> parentLineage() {
        return Optional.ofNullable(log.state().parentLineage());
    }

    /**
     * The savepoint that the present lineage was started from: before its first checkpoint recovery restores that. Empty
     * where it was started from the beginning. Known once claimed.
     */
    public Optional<StartedFrom> startedFrom() {
        return Optional.ofNullable(log.state().startedFrom());
    }

    /** The savepoints that runs of the job have claimed and that are still there. Known once claimed. */
    public List<ClaimedSavepoint> claimedSavepoints() {
        return log.state().claimed();
    }

    /** Records that a claimed savepoint is gone. */
    public void releaseClaimed(ClaimedSavepoint gone) throws IOException {
        append(new LogEntry.ClaimReleased(gone));
    }

    /**
     * Claims the job: every coordinator before can publish no more.
     *
     * @throws SteppedDownException where it can't be known whether the claim stands; open the store anew and claim again
     */
    public Claim claim() throws IOException {
        require(Phase.OPENED);
        log.read();
        for (int attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt++) {
            long wanted = log.state().epoch() + 1;
            JobLog.Appended outcome = log.append(wanted, new LogEntry.Claimed());
            if (outcome == JobLog.Appended.UNKNOWN) {
                throw stepDown("it can't be known whether its claim of epoch " + wanted + " stands");
            }
            // a slot above ours means that ours fell into a gap of slots deleted meanwhile: the claim is void
            if (outcome == JobLog.Appended.WRITTEN && !higherSlotAfterClaim(wanted)) {
                phase = Phase.CLAIMED;
                epoch = wanted;
                LogState state = log.state();
                return new Claim(epoch, state.newest(), state.retained(), Optional.ofNullable(state.lineage()));
            }
            log.read();
        }
        throw new IOException("the job is claimed by others again and again: job=" + jobFolder + ", attempts="
                + CLAIM_ATTEMPTS + "; see that one coordinator runs");
    }

    private boolean higherSlotAfterClaim(long wanted) throws IOException {
        try {
            return log.hasHigherSlot();
        } catch (IOException e) {
            stepDown("it can't be known whether its claim of epoch " + wanted + " stands");
            throw e;
        }
    }

    /**
     * Reserves checkpoint ids. Ids rise over all coordinators, attempts and lineages and are never used twice; the first
     * ever is 1.
     *
     * @return the first of {@code count} ids
     */
    public long reserveIds(int count) throws IOException {
        require(Phase.CLAIMED);
        long first = log.state().nextCheckpointId();
        append(new LogEntry.Reserved(first, count));
        return first;
    }

    /** Records that the job runs from its beginning under a lineage; older ones' checkpoints are no recovery points then. */
    public void recordLineage(String lineage, @Nullable String parent) throws IOException {
        append(new LogEntry.LineageSet(lineage, parent, null));
    }

    /**
     * Records that the job runs under a lineage that starts from a savepoint; older ones' checkpoints are no recovery
     * points then. One that is claimed belongs to the job from here on.
     */
    public void recordLineage(String lineage, @Nullable String parent, StartedFrom from) throws IOException {
        append(new LogEntry.LineageSet(lineage, parent, from));
    }

    /** Records the job's state, in words of the coordinator. */
    public void recordJobState(String state) throws IOException {
        append(new LogEntry.JobStateSet(state));
    }

    private void append(LogEntry.Change change) throws IOException {
        require(Phase.CLAIMED);
        JobLog.Appended outcome = log.append(epoch, change);
        if (outcome == JobLog.Appended.TAKEN) {
            throw stepDown("a successor has claimed the job");
        }
        if (outcome == JobLog.Appended.UNKNOWN) {
            throw stepDown("the outcome of a write to the job's log can't be known");
        }
    }

    /**
     * Publishes a manifest: writes it, then names it with its checksum in the log. All its files must be durable.
     *
     * @param retained how many checkpoints are kept, this one included; at least 1
     * @return never {@link PublishOutcome#NOT_PUBLISHED}
     * @throws IOException where the manifest could not be written, or lists files that nothing keeps, and certainly does not
     *     count: the round failed
     */
    public PublishOutcome publish(Manifest manifest, int retained) throws IOException {
        require(Phase.CLAIMED);
        requirePublishable(manifest, retained);
        loadFiles();
        files.requireKept(manifest);
        String path = CheckpointFolders.name(manifest.checkpointId()) + "/" + CheckpointFolders.MANIFEST;
        byte[] content = manifest.toBytes();
        putManifest(path, content);
        PublishOutcome outcome =
                record(new LogEntry.Published(refOf(manifest, path, content, null), retained), manifest.checkpointId());
        if (outcome == PublishOutcome.PUBLISHED) {
            files.published(manifest);
        }
        return outcome;
    }

    /**
     * Publishes a savepoint: writes its manifest into its own folder, then names it in the log. All its files must be
     * durable. Retention never removes it.
     *
     * @return never {@link PublishOutcome#NOT_PUBLISHED}
     * @throws IOException where the manifest could not be written and certainly does not count: the round failed
     */
    public PublishOutcome publishSavepoint(Manifest manifest, SavepointFolder folder, SavepointRole role)
            throws IOException {
        require(Phase.CLAIMED);
        requirePublishable(manifest, 1);
        byte[] content = manifest.toBytes();
        if (!folder.storage().putIfAbsent(folder.manifestPath(), content)
                && !Arrays.equals(folder.readBytes(), content)) {
            throw new IOException("a savepoint's folder is taken: folder=" + folder.uri());
        }
        CheckpointRef ref = refOf(manifest, folder.manifestPath(), content, folder.uri());
        return record(new LogEntry.SavepointPublished(ref, role), manifest.checkpointId());
    }

    private CheckpointRef refOf(Manifest manifest, String path, byte[] content, @Nullable String savepoint) {
        return new CheckpointRef(
                manifest.checkpointId(),
                epoch,
                manifest.kind(),
                manifest.lineage(),
                path,
                content.length,
                Sealed.crc32c(content),
                savepoint);
    }

    private PublishOutcome record(LogEntry.Change publication, long checkpointId) throws IOException {
        JobLog.Appended outcome = log.append(epoch, publication);
        if (outcome == JobLog.Appended.WRITTEN) {
            return PublishOutcome.PUBLISHED;
        }
        boolean taken = outcome == JobLog.Appended.TAKEN;
        stepDown(
                taken
                        ? "a successor has claimed the job"
                        : "it can't be known whether checkpoint " + checkpointId + " is published");
        return taken ? PublishOutcome.SUPERSEDED : PublishOutcome.UNKNOWN;
    }

    /** Takes a savepoint back that is published but was never handed out, and removes its files. */
    public void discardSavepoint(long checkpointId, SavepointFolder folder) throws IOException {
        append(new LogEntry.SavepointDiscarded(checkpointId));
        folder.delete();
    }

    /**
     * Drops all checkpoints that are kept and removes their files; savepoints stay. Nothing can be recovered from then,
     * unless the job was stopped with a savepoint.
     */
    public void dropCheckpoints() throws IOException {
        require(Phase.CLAIMED);
        loadFiles();
        append(new LogEntry.CheckpointsDropped());
        for (long dropped : files.checkpoints()) {
            files.delete(dropped);
        }
    }

    /** Which files the kept manifests list has to be known before the first of them is dropped. */
    private void loadFiles() throws IOException {
        files.load(log.state().retained(), this::read);
    }

    /** What recovery can restore of the job's present lineage, in rising order. Known once claimed. */
    public List<CheckpointRef> recoveryPoints() {
        return log.state().recoveryPoints();
    }

    /** Whether the checkpoints of the present lineage were dropped, and nothing came after that. Known once claimed. */
    public boolean isDropped() {
        String dropped = log.state().dropped();
        return dropped != null && dropped.equals(log.state().lineage());
    }

    private void requirePublishable(Manifest manifest, int retained) {
        LogState state = log.state();
        if (retained < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint is retained: retained=" + retained);
        }
        long id = manifest.checkpointId();
        boolean ours = id >= state.firstIdOfEpoch() && id < state.nextCheckpointId() && manifest.epoch() == epoch;
        if (!ours || id <= state.lastPublishedId()) {
            throw new IllegalArgumentException(
                    "a manifest has an id that its epoch reserved, higher than any published: id="
                            + id + ", reserved=[" + state.firstIdOfEpoch() + ", " + state.nextCheckpointId()
                            + "), last published=" + state.lastPublishedId() + ", manifest's epoch=" + manifest.epoch()
                            + ", epoch=" + epoch);
        }
    }

    /** A manifest without a slot does not count, so an error here is a failed round, not an unknown one. */
    private void putManifest(String path, byte[] content) throws IOException {
        String full = CheckpointFolders.join(jobFolder, path);
        if (!storage.putIfAbsent(full, content) && !Arrays.equals(readAll(full), content)) {
            throw new IOException("a manifest's path is taken: file=" + full);
        }
    }

    private byte[] readAll(String path) throws IOException {
        try (InputStream in = storage.open(path)) {
            return in.readAllBytes();
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(path, "the file is missing", e);
        }
    }

    /**
     * Reads a published manifest and verifies it against the log.
     *
     * @throws DamagedCheckpointException where it is missing or not what was published
     */
    public Manifest read(CheckpointRef ref) throws IOException {
        if (ref.savepoint() != null) {
            throw new IllegalArgumentException("a savepoint is read from its own folder: " + ref.savepoint());
        }
        String path = CheckpointFolders.join(jobFolder, ref.manifestPath());
        return verified(ref, path, readAll(path));
    }

    /**
     * Reads the manifest of a published savepoint and verifies it against the log.
     *
     * @throws DamagedCheckpointException where it is missing or not what was published
     */
    public Manifest read(CheckpointRef ref, SavepointFolder folder) throws IOException {
        return verified(ref, ref.manifestPath(), folder.readBytes());
    }

    private static Manifest verified(CheckpointRef ref, String path, byte[] content) throws IOException {
        if (content.length != ref.length()) {
            throw new DamagedCheckpointException(
                    path, "the length differs: found=" + content.length + ", published=" + ref.length());
        }
        int computed = Sealed.crc32c(content);
        if (computed != ref.crc32c()) {
            throw new DamagedCheckpointException(
                    path,
                    "the checksum differs: published=" + Integer.toHexString(ref.crc32c()) + ", computed="
                            + Integer.toHexString(computed));
        }
        return Manifest.parse(path, content);
    }

    /**
     * Deletes the files of a round that failed, or of a checkpoint that newer ones have subsumed and that no open round is
     * based on; those that a kept checkpoint refers to stay.
     *
     * @throws IllegalArgumentException where the checkpoint is published and kept
     */
    public void deleteUnpublished(long checkpointId) throws IOException {
        requireCurrent();
        if (log.state().isPublished(checkpointId)) {
            throw new IllegalArgumentException(
                    "a published checkpoint is deleted only when a newer one has subsumed it: id=" + checkpointId);
        }
        loadFiles();
        files.delete(checkpointId);
    }

    /**
     * Deletes files of checkpoints that older epochs left behind and that nothing published keeps.
     *
     * @return how many files were deleted
     */
    public int sweep() throws IOException {
        requireCurrent();
        loadFiles();
        return files.sweep(id -> log.state().mayBeUnderWay(id));
    }

    /**
     * Makes sure that the job is still this coordinator's. What it finds missing otherwise, a successor may have deleted.
     *
     * @throws SteppedDownException where a successor has claimed the job
     */
    public void requireCurrent() throws IOException {
        require(Phase.CLAIMED);
        if (!log.isNextSlotFree()) {
            throw stepDown("a successor has claimed the job");
        }
    }

    private void require(Phase wanted) throws SteppedDownException {
        if (phase == Phase.STEPPED_DOWN) {
            throw new SteppedDownException(message());
        }
        if (phase != wanted) {
            throw new IllegalStateException("a job store is claimed once, before anything else: job=" + jobFolder
                    + ", phase=" + phase + ", needed=" + wanted);
        }
    }

    private SteppedDownException stepDown(String why) {
        phase = Phase.STEPPED_DOWN;
        whySteppedDown = why;
        return new SteppedDownException(message());
    }

    private String message() {
        return "the coordinator has stepped down: job=" + jobFolder + ", epoch=" + epoch + ", reason: "
                + whySteppedDown;
    }
}
