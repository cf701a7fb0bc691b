package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Removes the files of a job's checkpoints that nothing refers to any more. Methods block; one thread at a time. Whoever
 * calls makes sure that the job is still its own.
 *
 * <p>Invariant: what a kept manifest lists is never deleted. What couldn't be deleted is tried again with the next one.
 */
final class CheckpointFiles {

    private final CheckpointStorage storage;
    private final String jobFolder;
    private final FileAccounts accounts = new FileAccounts();

    /** Paths within the job's folder that are to go, unless they are in use. */
    private final Set<String> leaving = new TreeSet<>();

    private boolean isLoaded;

    /** Reads a published manifest. */
    @FunctionalInterface
    interface Manifests {
        Manifest read(CheckpointRef ref) throws IOException;
    }

    CheckpointFiles(CheckpointStorage storage, String jobFolder) {
        this.storage = storage;
        this.jobFolder = jobFolder;
    }

    /** Finds out which files the kept manifests list; once, before the first of them is dropped. */
    void load(List<CheckpointRef> retained, Manifests manifests) throws IOException {
        if (isLoaded) {
            return;
        }
        for (CheckpointRef ref : retained) {
            try {
                accounts.add(manifests.read(ref));
            } catch (DamagedCheckpointException damaged) {
                accounts.addUnreadable(ref.checkpointId());
            }
        }
        isLoaded = true;
    }

    /** @throws IOException where the manifest lists files of other checkpoints that nothing keeps */
    void requireKept(Manifest manifest) throws IOException {
        Set<String> loose = accounts.loose(manifest);
        if (!loose.isEmpty()) {
            throw new IOException("a checkpoint refers to files of others only while those are kept: checkpoint="
                    + manifest.checkpointId() + ", files=" + loose);
        }
    }

    void published(Manifest manifest) {
        accounts.add(manifest);
    }

    /** Ids of the checkpoints whose files are kept. */
    Set<Long> checkpoints() {
        return accounts.checkpoints();
    }

    /** Removes the files that were a checkpoint's alone. */
    void delete(long checkpointId) throws IOException {
        boolean wasUnreadable = accounts.isUnreadable(checkpointId);
        leaving.addAll(accounts.remove(checkpointId));
        if (wasUnreadable) {
            leaving.addAll(files(jobFolder, id -> id <= checkpointId));
        }
        String folder = CheckpointFolders.join(jobFolder, CheckpointFolders.name(checkpointId));
        leaving.addAll(files(folder, id -> id == checkpointId));
        deleteLeaving();
    }

    /**
     * Removes all files that no kept manifest lists.
     *
     * @param mayBeUnderWay checkpoints that are left alone
     * @return how many files were deleted
     */
    int sweep(LongPredicate mayBeUnderWay) throws IOException {
        leaving.addAll(files(jobFolder, mayBeUnderWay.negate()));
        return deleteLeaving();
    }

    private Set<String> files(String folder, LongPredicate which) throws IOException {
        Set<String> found = new HashSet<>();
        for (CheckpointStorage.StoredFile file : storage.list(folder)) {
            String path = file.path().substring(jobFolder.length() + 1);
            OptionalLong id = CheckpointFolders.checkpointOf(path);
            if (id.isPresent() && which.test(id.getAsLong())) {
                found.add(path);
            }
        }
        return found;
    }

    private int deleteLeaving() throws IOException {
        int deleted = 0;
        for (String path : List.copyOf(leaving)) {
            if (!accounts.isUsed(path)) {
                storage.delete(CheckpointFolders.join(jobFolder, path));
                leaving.remove(path);
                deleted++;
            }
        }
        leaving.removeIf(accounts::isListed);
        return deleted;
    }
}
