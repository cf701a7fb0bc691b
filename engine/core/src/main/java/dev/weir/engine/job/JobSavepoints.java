package dev.weir.engine.job;

import dev.weir.engine.worker.JobFiles;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The places of a run's savepoints. Thread-safe; opening a storage blocks. */
public final class JobSavepoints {

    private final JobFiles files;
    private final SavepointFolder.Storages storages;
    private final Map<Long, SavepointFolder> folders = new ConcurrentHashMap<>();

    /** @param files told of every folder before its round is triggered */
    public JobSavepoints(JobFiles files, SavepointFolder.Storages storages) {
        this.files = files;
        this.storages = storages;
    }

    /**
     * Opens the storage that a savepoint is to go to.
     *
     * @throws IllegalArgumentException where the URI is none
     * @throws IOException where the storage can't be used, with the reason
     */
    CheckpointStorage open(String place) throws IOException {
        return storages.open(place);
    }

    /** The round of a savepoint is about to be triggered. */
    public SavepointFolder begin(String jobId, long checkpointId, String place, CheckpointStorage storage) {
        SavepointFolder folder = SavepointFolder.of(place, storage, jobId, checkpointId);
        folders.put(checkpointId, folder);
        files.writeInto(checkpointId, folder);
        return folder;
    }

    /** The folder of a savepoint under way; empty where there is none. */
    public Optional<SavepointFolder> folder(long checkpointId) {
        return Optional.ofNullable(folders.get(checkpointId));
    }

    /** It was handed out, or nothing is left of it. */
    public void forget(long checkpointId) {
        folders.remove(checkpointId);
    }

    SavepointFolder at(String uri) throws IOException {
        return SavepointFolder.at(uri, storages);
    }

    /** Removes a savepoint that belongs to the job. */
    void remove(String uri) throws IOException {
        at(uri).writable(storages).deleteUnshared();
    }

    /** What the slices of a savepoint's files name them by. */
    String readFrom(SavepointFolder folder) {
        return files.readFrom(folder);
    }
}
