package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.plugin.StateFigures;
import dev.weir.snapshot.rocksdb.RocksFiles.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The RocksDB databases of a job in one process, one for each operator and subtask. Closing it ends all of them and
 * removes their folders, also those that a snapshot or a version to roll back to still holds. Thread-safe.
 */
final class RocksBackend implements StateBackend {

    private final StateBackendOptions options;
    private final LocalFolders folders;
    private final Map<NativeDb, Opened> databases = new HashMap<>();
    private boolean closed;

    /** Whose state a database has. */
    private record Opened(KeyedStateSpec spec, CacheCounts counts) {}

    RocksBackend(StateBackendOptions options) throws IOException {
        this.options = options;
        this.folders = LocalFolders.open(options.localFolder());
    }

    @Override
    public String name() {
        return RocksProvider.NAME;
    }

    private String label(KeyedStateSpec spec) {
        return options.jobId() + "-" + spec.uid() + "-" + spec.subtaskIndex() + "-" + spec.attempt();
    }

    @Override
    public KeyedStateBackend open(KeyedStateSpec spec) throws IOException {
        String label = label(spec);
        RocksFiles files = filesOf(spec);
        Part base = files == null ? null : largestPart(files, spec.groups());
        Path folder = folders.create(label);
        if (base != null) {
            base.linkTo(folder);
        }
        NativeDb db = NativeDb.open(folder, options.memoryBytes(), this::remove);
        CacheCounts counts = new CacheCounts();
        if (!add(db, new Opened(spec, counts))) {
            db.end();
            throw new IOException("keyed state is opened while the job runs, not when it has ended: " + label);
        }
        if (base != null && !base.index().groups().equals(spec.groups())) {
            cut(db, spec.groups());
        }
        DatabaseFiles databaseFiles = new DatabaseFiles(db, folders, label, base == null ? Map.of() : base.names());
        Adopted adopted = new Adopted(db, spec.groups(), spec.restored(), files, base, options);
        RocksStore store = new RocksStore(db, databaseFiles, adopted, counts, options);
        return new HeapStateBackend(
                spec.groups(), spec.maxParallelism(), spec.restored(), spec.processingTimeMillis(), store);
    }

    private static @Nullable RocksFiles filesOf(KeyedStateSpec spec) {
        for (RestoredKeyedState piece : spec.restored().pieces()) {
            if (piece instanceof RocksFiles files) {
                return files;
            }
        }
        return null;
    }

    private static @Nullable Part largestPart(RocksFiles files, KeyGroupRange groups) {
        return files.parts().stream()
                .max(Comparator.comparingInt(part -> part.share(groups)))
                .orElse(null);
    }

    /** Removes what other subtasks own now. */
    private static void cut(NativeDb db, KeyGroupRange groups) {
        db.families()
                .values()
                .forEach(family ->
                        db.keepOnly(family, RowFormat.prefix(groups.first()), RowFormat.prefix(groups.last() + 1)));
    }

    private synchronized boolean add(NativeDb db, Opened opened) {
        if (!closed) {
            databases.put(db, opened);
        }
        return !closed;
    }

    private synchronized void remove(NativeDb db) {
        databases.remove(db);
    }

    @Override
    public RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) throws IOException {
        FetchedFiles fetched = new FetchedFiles(folders.create(label(target) + "-restored"));
        List<Part> local = new ArrayList<>();
        for (NativePart part : parts) {
            local.add(fetched.fetch(target.uid(), part));
        }
        return new RocksFiles(local, target.groups(), fetched, options.loader(), options.memoryBytes());
    }

    /** In bytes where the name says so; what all databases of the process share is told with each. */
    @Override
    public List<StateFigures> figures() {
        Map<NativeDb, Opened> open;
        synchronized (this) {
            open = new HashMap<>(databases);
        }
        List<StateFigures> figures = new ArrayList<>();
        open.forEach((db, opened) -> {
            Map<String, Long> values = db.figures();
            if (!values.isEmpty()) {
                values.put("objectCacheHits", opened.counts.hits());
                values.put("objectCacheMisses", opened.counts.misses());
                KeyedStateSpec spec = opened.spec;
                figures.add(new StateFigures(spec.uid(), spec.subtaskIndex(), spec.attempt(), values));
            }
        });
        figures.sort(Comparator.comparing(StateFigures::uid).thenComparing(StateFigures::subtaskIndex));
        return figures;
    }

    @Override
    public void close() {
        List<NativeDb> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(databases.keySet());
        }
        open.forEach(NativeDb::end);
        folders.close();
    }
}
