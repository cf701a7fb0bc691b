package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.NativeSnapshot;
import dev.weir.snapshot.format.NativeSnapshot.LocalFile;
import dev.weir.snapshot.format.NativeSnapshot.Reuse;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings the native files of one snapshot to the storage, each under a name that no other snapshot uses. A file that the
 * base has too is referred to; small ones that are this snapshot's alone go into its segment. Blocks; one thread.
 *
 * <p>Invariant: what was uploaded is either part of what {@link #of} tells, or removed by {@link #discard}.
 */
final class NativeUploads {

    /** A file that no other snapshot refers to goes into the segment if it is no longer than this. */
    static final int MOST_PACKED_BYTES = 1 << 16;

    private final CheckpointStorage storage;
    private final String jobFolder;
    private final SnapshotTarget target;
    private final @Nullable SnapshotBase base;
    private final Map<String, Uploaded> byUid = new HashMap<>();
    private final List<String> paths = new ArrayList<>();

    /** The native files of one operator: those in the storage, and those that are to go into the segment. */
    record Uploaded(NativeSnapshot snapshot, List<NativeFile> stored, List<LocalFile> packed) {}

    /** @param base null where all is to be uploaded */
    NativeUploads(CheckpointStorage storage, String jobFolder, SnapshotTarget target, @Nullable SnapshotBase base) {
        this.storage = storage;
        this.jobFolder = jobFolder;
        this.target = target;
        this.base = base;
    }

    /** Uploads what has to be. */
    void upload(SubtaskSnapshot snapshot) throws IOException {
        for (OperatorSnapshot operator : snapshot.operators()) {
            if (operator.keyed() instanceof NativeSnapshot frozen && frozen.hasFiles()) {
                upload(operator.uid(), frozen);
            }
        }
    }

    private void upload(String uid, NativeSnapshot frozen) throws IOException {
        Map<String, NativeFile> known = known(uid, frozen);
        List<NativeFile> stored = new ArrayList<>();
        List<LocalFile> packed = new ArrayList<>();
        for (LocalFile file : frozen.files()) {
            long sizeBytes = Files.size(file.path());
            NativeFile there = file.reuse() == Reuse.SAME_NAME_SAME_CONTENT ? known.get(file.name()) : null;
            if (there != null && there.sizeBytes() == sizeBytes) {
                stored.add(there);
            } else if (file.reuse() == Reuse.NEVER && sizeBytes <= MOST_PACKED_BYTES) {
                packed.add(file);
            } else {
                stored.add(upload(file));
            }
        }
        byUid.put(uid, new Uploaded(frozen, stored, packed));
    }

    private Map<String, NativeFile> known(String uid, NativeSnapshot frozen) {
        NativeIndex before = base == null ? null : base.nativeState(uid);
        Map<String, NativeFile> known = new HashMap<>();
        boolean isSame = before != null
                && before.backend().equals(frozen.backend())
                && before.formatVersion() == frozen.formatVersion()
                && before.maxParallelism() == target.maxParallelism();
        if (before != null && isSame) {
            before.files().stream().filter(file -> file.path() != null).forEach(file -> known.put(file.name(), file));
        }
        return known;
    }

    private NativeFile upload(LocalFile file) throws IOException {
        String path = CheckpointFolders.name(target.checkpointId()) + "/"
                + CheckpointFolders.nativeFile(target, paths.size());
        String full = CheckpointFolders.join(jobFolder, path);
        paths.add(full);
        StoredFile written = storage.write(full, out -> Files.copy(file.path(), out));
        return new NativeFile(file.name(), path, written.length(), written.crc32c());
    }

    /** The files of an operator; null where its state isn't native. */
    @Nullable
    Uploaded of(String uid) {
        return byUid.get(uid);
    }

    /** Removes what was uploaded; what can't be removed is told with the failure. */
    void discard(Throwable failure) {
        for (String path : paths) {
            try {
                storage.delete(path);
            } catch (IOException | RuntimeException left) {
                failure.addSuppressed(left);
            }
        }
    }
}
