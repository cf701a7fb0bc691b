package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.KeyBatch;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.plugin.StateFigures;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.segment.NativeReads;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keyed state of one operator in RocksDB, written to checkpoints and restored. */
final class DiskSubtasks implements AutoCloseable {

    static final String UID = "op";
    static final int MAX_PARALLELISM = 7;

    private static final int MEMORY_BYTES = 16 << 20;
    private static final int CACHE_BYTES = 1 << 14;

    private final SnapshotFiles files;
    private final StateBackend backends;
    private long checkpointId;

    /** Checkpoints are in memory. */
    DiskSubtasks(Path folder) {
        this(folder, new MemoryStorage());
    }

    DiskSubtasks(Path folder, CheckpointStorage storage) {
        files = new SnapshotFiles(storage, "j", 0, getClass().getClassLoader());
        try {
            backends = new RocksProvider()
                    .open(new StateBackendOptions(getClass().getClassLoader(), "j", folder, MEMORY_BYTES, CACHE_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a key the current one. @return false where the backend doesn't own it */
    static boolean select(KeyedStateBackend backend, long key) {
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
        int group = hash % MAX_PARALLELISM;
        boolean isOwned = backend.keyGroups().contains(group);
        if (isOwned) {
            backend.setCurrentKey(key, hash, group);
        }
        return isOwned;
    }

    /** Keys of a batch of records. */
    static KeyBatch batch(long... keys) {
        int[] hashes = new int[keys.length];
        char[] groups = new char[keys.length];
        for (int i = 0; i < keys.length; i++) {
            hashes[i] = KeyGroups.murmur(StableHash.hashOf(keys[i]));
            groups[i] = (char) (hashes[i] % MAX_PARALLELISM);
        }
        return new Batch(keys, hashes, groups);
    }

    /** Longs as keys. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Batch(long[] longKeys, int[] hashes, char[] keyGroups) implements KeyBatch {
        @Override
        public int size() {
            return longKeys.length;
        }

        @Override
        public Object @Nullable [] keys() {
            return null;
        }

        @Override
        public long @Nullable [] packedKeys() {
            return null;
        }
    }

    List<StateFigures> figures() {
        return backends.figures();
    }

    KeyedStateBackend open(int index, int parallelism, @Nullable Manifest manifest) throws IOException {
        RestoredKeyedState restored = RestoredKeyedState.EMPTY;
        if (manifest != null) {
            OperatorTarget target =
                    new OperatorTarget(UID, parallelism, MAX_PARALLELISM, OperatorTarget.Origin.EXPLICIT);
            RestorePlan plan =
                    RestorePlan.of(manifest, List.of(new ChainTarget(0, List.of(target))), RestoreOptions.DEFAULT);
            NativeReads reads = new NativeReads(name -> backends, 1, () -> 0L);
            restored = Objects.requireNonNull(
                            files.read(plan.slice(0, index), reads).operator(UID))
                    .keyed();
        }
        return backends.open(new KeyedStateSpec(
                UID,
                index,
                1,
                KeyGroups.rangeOf(index, parallelism, MAX_PARALLELISM),
                MAX_PARALLELISM,
                restored,
                () -> 0L));
    }

    List<KeyedStateBackend> openAll(int parallelism, @Nullable Manifest manifest) throws IOException {
        List<KeyedStateBackend> opened = new ArrayList<>();
        for (int index = 0; index < parallelism; index++) {
            opened.add(open(index, parallelism, manifest));
        }
        return opened;
    }

    SnapshotBase checkpoint(KeyedStateBackend backend, int index, int parallelism, @Nullable SnapshotBase base)
            throws IOException {
        checkpointId++;
        return write(backend, index, parallelism, base);
    }

    private SnapshotBase write(KeyedStateBackend backend, int index, int parallelism, @Nullable SnapshotBase base)
            throws IOException {
        SnapshotTarget target = new SnapshotTarget(checkpointId, 1, 1, 0, index, parallelism, MAX_PARALLELISM);
        OperatorSnapshot operator = new OperatorSnapshot(UID, backend.freeze(), Map.of(), 0, false);
        return files.writeCheckpoint(target, new SubtaskSnapshot(List.of(operator)), base);
    }

    Manifest checkpointAll(List<KeyedStateBackend> all) throws IOException {
        checkpointId++;
        List<SnapshotBase> written = new ArrayList<>();
        for (int index = 0; index < all.size(); index++) {
            written.add(write(all.get(index), index, all.size(), null));
        }
        return manifest(written);
    }

    Manifest manifest(List<SnapshotBase> written) {
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int index = 0; index < written.size(); index++) {
            entries.add(
                    new SubtaskEntry(0, index, List.of(UID), written.get(index).handle()));
        }
        Map<String, OperatorScale> scales = Map.of(UID, new OperatorScale(written.size(), MAX_PARALLELISM));
        return new Manifest(
                1, "j", "L", null, checkpointId, 1, 1, Manifest.Kind.CHECKPOINT, 0, "n", scales, Map.of(), entries);
    }

    @Override
    public void close() {
        backends.close();
    }
}
