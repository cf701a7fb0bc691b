package dev.weir.snapshot.segment;

import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotBase.StateContents;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.CheckpointStorage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the snapshots of subtasks into one folder's files. Blocks; any thread. */
final class SnapshotWriter {

    private final CheckpointStorage storage;
    private final String jobFolder;
    private final int inlineThresholdBytes;
    private final ClassLoader loader;

    /** The form in which keyed state is written. */
    enum Form {
        /** The form of every backend: the only one of savepoints. */
        CANONICAL,
        /** The files of its own backend, where it has some. */
        NATIVE
    }

    SnapshotWriter(CheckpointStorage storage, String jobFolder, int inlineThresholdBytes, ClassLoader loader) {
        this.storage = storage;
        this.jobFolder = jobFolder;
        this.inlineThresholdBytes = inlineThresholdBytes;
        this.loader = loader;
    }

    /**
     * Writes a snapshot, which stays the caller's to release.
     *
     * @param base what is referred to instead of being written; null for nothing
     * @throws IOException where it can't be written, with nothing left behind
     */
    SnapshotBase write(Place place, SubtaskSnapshot snapshot, Form form, @Nullable SnapshotBase base)
            throws IOException {
        NativeUploads uploads = new NativeUploads(storage, jobFolder, place.target, base);
        try {
            if (form == Form.NATIVE) {
                uploads.upload(snapshot);
            }
            return writeSegment(place, snapshot, uploads, base);
        } catch (Throwable failure) {
            uploads.discard(failure);
            throw failure;
        }
    }

    /**
     * Where a snapshot goes.
     *
     * @param folder within the storage
     * @param identity what names the segment within all of the storage
     */
    record Place(SnapshotTarget target, String folder, String identity) {}

    private SnapshotBase writeSegment(
            Place place, SubtaskSnapshot snapshot, NativeUploads uploads, @Nullable SnapshotBase base)
            throws IOException {
        String name = CheckpointFolders.segment(place.target);
        long checkpointId = place.target.checkpointId();
        Written written = new Written(place.identity);
        try {
            storage.write(CheckpointFolders.join(place.folder, name), file -> {
                SegmentOutput out = new SegmentOutput(file, inlineThresholdBytes, place.identity);
                SegmentWriter writer = new SegmentWriter(
                        out, new Codecs(loader), new Reuse(base), uploads, place.target.maxParallelism());
                written.index = writer.write(snapshot);
                written.contents = writer.contents();
                written.out = out;
                if (!out.isInFile()) {
                    throw new StaysInline();
                }
            });
        } catch (StaysInline e) {
            return written.base(checkpointId, null);
        }
        return written.base(checkpointId, name);
    }

    /** Ends the writing of a file that isn't wanted: the segment fits the handle. */
    private static final class StaysInline extends IOException {
        private static final long serialVersionUID = 1L;

        StaysInline() {
            super("the segment stays below the inline threshold");
        }
    }

    /** What the writing of a segment gave. */
    private static final class Written {
        private final String identity;
        private @Nullable SegmentIndex index;
        private @Nullable SegmentOutput out;
        private List<StateContents> contents = List.of();

        Written(String identity) {
            this.identity = identity;
        }

        SnapshotBase base(long checkpointId, @Nullable String file) {
            SegmentIndex madeIndex = index;
            SegmentOutput made = out;
            if (madeIndex == null || made == null) {
                throw new IllegalStateException("the storage returned without having the content written: " + identity);
            }
            byte[] inline = file == null ? made.inline() : null;
            SubtaskStateHandle handle = new SubtaskStateHandle(
                    identity, checkpointId, file, inline, made.position(), made.crc32c(), madeIndex);
            return new SnapshotBase(handle, contents);
        }
    }
}
