package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.segment.SnapshotWriter.Form;
import dev.weir.snapshot.segment.SnapshotWriter.Place;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the snapshots of a job's subtasks. Methods block; any thread may call them, several at once. The
 * canonical form is the same for every state backend: per operator uid, state name and key group. Savepoints are always in
 * that form and hold all they need; checkpoints may have native files of a backend, and refer to files of older ones.
 */
public final class SnapshotFiles {

    private final CheckpointStorage storage;
    private final String jobFolder;
    private final @Nullable String onlyFolder;
    private final SnapshotWriter writer;
    private final ClassLoader loader;

    /**
     * @param jobFolder the job's folder within the storage; empty for the storage's root
     * @param inlineThresholdBytes a segment shorter than this goes into the handle
     * @param loader finds the classes of the job's values
     */
    public SnapshotFiles(CheckpointStorage storage, String jobFolder, int inlineThresholdBytes, ClassLoader loader) {
        this(storage, jobFolder, null, inlineThresholdBytes, loader);
    }

    private SnapshotFiles(
            CheckpointStorage storage,
            String jobFolder,
            @Nullable String onlyFolder,
            int inlineThresholdBytes,
            ClassLoader loader) {
        this.storage = storage;
        this.jobFolder = jobFolder;
        this.onlyFolder = onlyFolder;
        this.writer = new SnapshotWriter(storage, jobFolder, inlineThresholdBytes, loader);
        this.loader = loader;
    }

    /** Those of one savepoint: all are written into its folder, and slices are read that name it. */
    public static SnapshotFiles of(SavepointFolder savepoint, int inlineThresholdBytes, ClassLoader loader) {
        return new SnapshotFiles(savepoint.storage(), "", savepoint.name(), inlineThresholdBytes, loader);
    }

    /** The folder within the job's that a checkpoint's files go to. */
    private String folderOf(long checkpointId) {
        return onlyFolder == null ? CheckpointFolders.name(checkpointId) : onlyFolder;
    }

    /**
     * Writes a snapshot in canonical form and in full; it is released in every case. Once this returns the bytes are
     * durable.
     *
     * @throws IOException where it can't be written, with nothing left behind; a value that can't be stored is named by
     *     operator, state and path
     */
    public SubtaskStateHandle write(SnapshotTarget target, SubtaskSnapshot snapshot) throws IOException {
        return write(target, snapshot, Form.CANONICAL, null).handle();
    }

    /**
     * Writes the snapshot of a checkpoint: native files as they are, and only what the base lacks. It is released in every
     * case. Once this returns the bytes are durable.
     *
     * @param base the subtask's part of a completed checkpoint, whose files stay until this one's round has ended; null to
     *     write all
     * @return what the next one may refer to once this checkpoint is complete
     * @throws IOException where it can't be written, with nothing left behind; a value that can't be stored is named by
     *     operator, state and path
     */
    public SnapshotBase writeCheckpoint(SnapshotTarget target, SubtaskSnapshot snapshot, @Nullable SnapshotBase base)
            throws IOException {
        if (onlyFolder != null) {
            throw new IllegalStateException("a savepoint is written in canonical form: folder=" + onlyFolder);
        }
        return write(target, snapshot, Form.NATIVE, base);
    }

    private SnapshotBase write(SnapshotTarget target, SubtaskSnapshot snapshot, Form form, @Nullable SnapshotBase base)
            throws IOException {
        String folder = CheckpointFolders.join(jobFolder, folderOf(target.checkpointId()));
        String identity = CheckpointFolders.identity(onlyFolder == null ? jobFolder : onlyFolder, target);
        try {
            return writer.write(new Place(target, folder, identity), snapshot, form, base);
        } finally {
            snapshot.release();
        }
    }

    /**
     * Reads what a subtask restores from a checkpoint without native files.
     *
     * @throws DamagedCheckpointException where a file is missing or not what was written: file named
     * @throws IOException where it has native files
     */
    public RestoredSubtask read(SubtaskSlice slice) throws IOException {
        return read(slice, NativeReads.NONE);
    }

    /**
     * Reads what a subtask restores. Everything is verified when this returns; keyed values are decoded only when they
     * are replayed.
     *
     * @param nativeReads opens the backends that read native files
     * @throws DamagedCheckpointException where a file is missing or not what was written: file named
     */
    public RestoredSubtask read(SubtaskSlice slice, NativeReads nativeReads) throws IOException {
        return new SnapshotReader(storage, jobFolder, slice, loader).read(nativeReads);
    }

    /** Deletes the files that were written for a handle that no manifest will name. No error where they are gone. */
    public void discard(SubtaskStateHandle handle) throws IOException {
        String own = CheckpointFolders.name(handle.checkpointId());
        String folder = CheckpointFolders.join(jobFolder, folderOf(handle.checkpointId()));
        for (String path : handle.ownFiles()) {
            storage.delete(CheckpointFolders.join(folder, path.substring(own.length() + 1)));
        }
    }
}
