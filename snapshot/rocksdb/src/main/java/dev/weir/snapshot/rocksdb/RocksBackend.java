package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The RocksDB databases of a job in one process, one for each operator and subtask. Closing it ends all of them and
 * removes their folders, also those that a snapshot or a version to roll back to still holds. Thread-safe.
 */
final class RocksBackend implements StateBackend {

    private final StateBackendOptions options;
    private final LocalFolders folders;
    private final Set<NativeDb> databases = new HashSet<>();
    private boolean closed;

    RocksBackend(StateBackendOptions options) throws IOException {
        this.options = options;
        this.folders = LocalFolders.open(options.localFolder());
    }

    @Override
    public String name() {
        return RocksProvider.NAME;
    }

    @Override
    public KeyedStateBackend open(KeyedStateSpec spec) throws IOException {
        String label = options.jobId() + "-" + spec.uid() + "-" + spec.subtaskIndex() + "-" + spec.attempt();
        NativeDb db = NativeDb.open(folders.create(label), options.memoryBytes(), this::remove);
        if (!add(db)) {
            db.end();
            throw new IOException("keyed state is opened while the job runs, not when it has ended: " + label);
        }
        RocksStore store = new RocksStore(db, spec.groups(), options);
        return new HeapStateBackend(
                spec.groups(), spec.maxParallelism(), spec.restored(), spec.processingTimeMillis(), store);
    }

    private synchronized boolean add(NativeDb db) {
        return !closed && databases.add(db);
    }

    private synchronized void remove(NativeDb db) {
        databases.remove(db);
    }

    /** Refused: state is written in the form of every backend only, and restored from that. */
    @Override
    public RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) {
        throw new IllegalArgumentException("this version reads no native files of RocksDB: operator=" + target.uid()
                + ", parts=" + parts + "; start from a checkpoint or savepoint in the form of every backend");
    }

    @Override
    public void close() {
        List<NativeDb> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(databases);
        }
        open.forEach(NativeDb::end);
    }
}
