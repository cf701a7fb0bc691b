package dev.weir.engine.worker;

import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.segment.NativeReads;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the subtasks of a run write and read their snapshots: checkpoints in the job's folder, each savepoint in a folder of
 * its own. Reading and writing block. Thread-safe.
 *
 * <p>Invariant: a savepoint's folder is known here before its round is triggered, so before any subtask writes into it.
 */
public final class JobFiles {

    /** Folders of savepoints that are remembered: writers of rounds given up may be late. */
    private static final int REMEMBERED = 100;

    private final SnapshotFiles checkpoints;
    private final int inlineThresholdBytes;
    private final ClassLoader loader;
    private final NativeReads.Backends backends;
    private final Map<String, Restorable> restorable = new ConcurrentHashMap<>();
    private final Map<Long, SavepointFolder> savepoints = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, SavepointFolder> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Restorable(SavepointFolder folder, SnapshotFiles files) {}

    /**
     * Knows no savepoint yet.
     *
     * @param jobFolder the job's folder within the storage
     * @param inlineThresholdBytes a segment shorter than this goes into the handle
     * @param loader finds the classes of the job's values
     */
    public JobFiles(CheckpointStorage storage, String jobFolder, int inlineThresholdBytes, ClassLoader loader) {
        this(storage, jobFolder, inlineThresholdBytes, loader, NativeReads.NONE.backends());
    }

    /**
     * Knows no savepoint yet.
     *
     * @param jobFolder the job's folder within the storage
     * @param inlineThresholdBytes a segment shorter than this goes into the handle
     * @param loader finds the classes of the job's values
     * @param backends read native files
     */
    public JobFiles(
            CheckpointStorage storage,
            String jobFolder,
            int inlineThresholdBytes,
            ClassLoader loader,
            NativeReads.Backends backends) {
        this.backends = backends;
        this.checkpoints = new SnapshotFiles(storage, jobFolder, inlineThresholdBytes, loader);
        this.inlineThresholdBytes = inlineThresholdBytes;
        this.loader = loader;
    }

    /** Finds the classes of the job's values. */
    public ClassLoader loader() {
        return loader;
    }

    /** The snapshots of this round go into a savepoint's folder. */
    public void writeInto(long checkpointId, SavepointFolder folder) {
        synchronized (savepoints) {
            savepoints.put(checkpointId, folder);
        }
    }

    /** Slices that are to be read from a savepoint name it by its URI. */
    public String readFrom(SavepointFolder folder) {
        restorable.put(folder.uri(), new Restorable(folder, filesOf(folder)));
        return folder.uri();
    }

    private SnapshotFiles filesOf(SavepointFolder folder) {
        return SnapshotFiles.of(folder, inlineThresholdBytes, loader);
    }

    private SnapshotFiles filesOf(long checkpointId) {
        SavepointFolder savepoint;
        synchronized (savepoints) {
            savepoint = savepoints.get(checkpointId);
        }
        return savepoint == null ? checkpoints : filesOf(savepoint);
    }

    /** Writes a snapshot where its round belongs, in full and in canonical form; see {@link SnapshotFiles#write}. */
    public SubtaskStateHandle write(SnapshotTarget target, SubtaskSnapshot snapshot) throws IOException {
        return filesOf(target.checkpointId()).write(target, snapshot);
    }

    /** Writes what a checkpoint's base lacks; see {@link SnapshotFiles#writeCheckpoint}. */
    SnapshotBase writeCheckpoint(SnapshotTarget target, SubtaskSnapshot snapshot, @Nullable SnapshotBase base)
            throws IOException {
        return checkpoints.writeCheckpoint(target, snapshot, base);
    }

    /** Reads what a subtask of a first attempt restores, where no value expires; see {@link SnapshotFiles#read}. */
    public RestoredSubtask read(SubtaskSlice slice) throws IOException {
        return read(slice, 0, () -> 0);
    }

    /**
     * Reads what a subtask of an attempt restores; see {@link SnapshotFiles#read}.
     *
     * @param processingTimeMillis wall-clock time since 1970, for values that expire
     */
    public RestoredSubtask read(SubtaskSlice slice, long attempt, LongSupplier processingTimeMillis)
            throws IOException {
        NativeReads reads = new NativeReads(backends, attempt, processingTimeMillis);
        Restorable savepoint = restorable.get(slice.folder());
        return savepoint == null
                ? checkpoints.read(slice, reads)
                : savepoint.files().read(slice.inFolder(savepoint.folder().name()), reads);
    }

    /** Deletes the files of a handle that no manifest will name. No error where they are gone. */
    public void discard(SubtaskStateHandle handle) throws IOException {
        filesOf(handle.checkpointId()).discard(handle);
    }
}
