package dev.weir.engine.local;

import dev.weir.engine.job.JobArchive;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.restore.RestorePlan.Unclaimed;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.segment.StoredSchemas;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorages;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.Ownership;
import dev.weir.snapshot.storage.SavepointClaim;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;

/**
 * A savepoint that a person named to start from. It is read and checked before the job is claimed, so that a mistake ends
 * nobody's run, and nothing in its storage is written unless it is claimed. Blocks.
 */
final class NamedSavepoint {

    private final StartFrom.Savepoint named;
    private final SavepointFolder.Storages storages;
    private final SavepointFolder folder;
    private final Manifest manifest;

    private NamedSavepoint(
            StartFrom.Savepoint named, SavepointFolder.Storages storages, SavepointFolder folder, Manifest manifest) {
        this.named = named;
        this.storages = storages;
        this.folder = folder;
        this.manifest = manifest;
    }

    /** Reads the manifest and sees that all files are there. @throws JobRefusedException with rule, values and remedy */
    static NamedSavepoint read(StartFrom.Savepoint named, SavepointFolder.Storages storages) {
        JobArchive.Source source = read(
                named.uri(), storages, "see that the URI names the savepoint's own folder, and that it can be read");
        SavepointFolder folder = source.savepoint();
        if (folder == null) {
            throw new IllegalStateException("a savepoint has a folder: " + named.uri());
        }
        return new NamedSavepoint(named, storages, folder, source.manifest());
    }

    /** Reads one that is named by its URI; the remedy stands at the end of the message where it can't be read. */
    static JobArchive.Source read(String uri, SavepointFolder.Storages storages, String remedy) {
        try {
            SavepointFolder folder = SavepointFolder.at(uri, storages);
            Manifest manifest = folder.read();
            List<String> faults = folder.incomplete(manifest);
            if (!faults.isEmpty()) {
                throw new JobRefusedException("a savepoint is restored whole: savepoint=" + uri + ": "
                        + String.join("; ", faults) + "; copy it once more, or start from another one");
            }
            return new JobArchive.Source(manifest, folder);
        } catch (JobRefusedException refused) {
            throw refused;
        } catch (IOException | RuntimeException unusable) {
            throw new JobRefusedException(
                    "a job starts from a savepoint that can be read: savepoint=" + uri + ": " + reason(unusable) + "; "
                            + remedy,
                    unusable);
        }
    }

    /** What a file system says is often but a path. */
    private static String reason(Exception unusable) {
        boolean isShort = unusable instanceof FileSystemException || unusable.getMessage() == null;
        return isShort ? unusable.toString() : String.valueOf(unusable.getMessage());
    }

    JobArchive.Source source() {
        return new JobArchive.Source(manifest, folder);
    }

    /**
     * Sees that what is stored can be read by the program, and that nobody else has claimed it.
     *
     * @throws RestoreRefusedException where a class is gone or has changed too much
     */
    void requireUsable(SavepointClaim wanted, ClassLoader loader) throws IOException {
        if (named.restore().unclaimed() == Unclaimed.REFUSE) {
            StoredSchemas.requireReadable(manifest, loader);
        }
        Optional<SavepointClaim> claim = folder.claim();
        boolean isAnothers =
                claim.isPresent() && (named.ownership() == Ownership.NO_CLAIM || !isOfJob(claim.get(), wanted));
        if (isAnothers) {
            throw claimed(claim.get());
        }
    }

    private static boolean isOfJob(SavepointClaim claim, SavepointClaim wanted) {
        return claim.jobId().equals(wanted.jobId()) && claim.storage().equals(wanted.storage());
    }

    private JobRefusedException claimed(SavepointClaim claim) {
        return new JobRefusedException("a savepoint is claimed once, and is removed by its owner then: savepoint="
                + named.uri() + ", claimed by job=" + claim.jobId() + ", lineage=" + claim.lineage() + ", storage="
                + claim.storage() + "; let that job go on from its latest checkpoint, or start from another savepoint");
    }

    /** Whether it is a checkpoint in the job's own folder, which the job's retention removes as any other. */
    boolean isOwnCheckpoint(CheckpointStorage storage, String jobId) {
        return trimmed(folder.storage().uri()).equals(trimmed(storage.uri()) + "/" + jobId);
    }

    private static String trimmed(String uri) {
        return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    }

    /**
     * Makes it the job's. A claim of the job that its log doesn't know is of a start that was cut off; what is in memory
     * can't tell that from another process's.
     *
     * @throws JobRefusedException where somebody was faster
     */
    void claim(SavepointClaim wanted, JobStore store) throws IOException {
        boolean isLasting = !CheckpointStorages.isMemory(store.storage().uri());
        SavepointClaim stands = folder.writable(storages)
                .claim(
                        wanted,
                        found -> isLasting
                                && store.claimedSavepoints().stream()
                                        .noneMatch(known -> known.lineage().equals(found.lineage())));
        if (!stands.equals(wanted)) {
            throw claimed(stands);
        }
    }
}
