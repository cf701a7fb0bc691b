package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileWriter;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one owner of a database's native objects. Invariants: a native object is touched only between {@link #acquire} and
 * {@link #release}; the native objects go when nobody is in between, and the owner has closed and nobody else holds it,
 * or all was ended; in the order iterators, snapshots, batches, column families, database, options, cache. Whoever comes
 * too late gets an exception. Thread-safe.
 */
final class NativeDb {

    private static final Logger LOG = LoggerFactory.getLogger(NativeDb.class);

    /** Figures that are summed over the column families, by the names that they are told under. */
    private static final Map<String, String> SUMS = Map.of(
            "memtableBytes", "rocksdb.cur-size-all-mem-tables",
            "memtablesToFlush", "rocksdb.num-immutable-mem-table",
            "pendingCompactionBytes", "rocksdb.estimate-pending-compaction-bytes",
            "sstFilesBytes", "rocksdb.total-sst-files-size",
            "estimatedRows", "rocksdb.estimate-num-keys",
            "tableReaderBytes", "rocksdb.estimate-table-readers-mem");

    /** Figures of a database, or of what all of the process share. */
    private static final Map<String, String> OF_ALL = Map.of(
            "runningCompactions", "rocksdb.num-running-compactions",
            "runningFlushes", "rocksdb.num-running-flushes",
            "backgroundErrors", "rocksdb.background-errors",
            "writeRateLimit", "rocksdb.actual-delayed-write-rate",
            "blockCacheBytes", "rocksdb.block-cache-usage",
            "blockCachePinnedBytes", "rocksdb.block-cache-pinned-usage",
            "blockCacheCapacityBytes", "rocksdb.block-cache-capacity");

    private static final byte[] BEHIND_ALL = {-1, -1, -1};

    private final Path folder;
    private final Use use;
    private final SharedMemory memory;
    private final Consumer<NativeDb> onGone;
    private final NativeOptions options;
    private final RocksDB db;
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final Set<Snapshot> snapshots = Collections.newSetFromMap(new IdentityHashMap<>());
    private int uses;
    private int holders = 1;
    private boolean closed;
    private boolean ended;
    private boolean gone;

    /** What is done with the folder. */
    private enum Use {
        /** It is the database's own, and goes with it. */
        OWN,
        /** It is only read. */
        READ
    }

    private NativeDb(Path folder, Use use, SharedMemory memory, Consumer<NativeDb> onGone) throws RocksDBException {
        this.folder = folder;
        this.use = use;
        this.memory = memory;
        this.onGone = onGone;
        this.options = new NativeOptions(memory);
        try {
            this.db = use == Use.OWN
                    ? RocksDB.open(options.database(), folder.toString(), descriptors(folder), families)
                    : RocksDB.openReadOnly(options.database(), folder.toString(), descriptors(folder), families);
        } catch (RocksDBException e) {
            options.close();
            throw e;
        }
    }

    private List<ColumnFamilyDescriptor> descriptors(Path of) throws RocksDBException {
        List<byte[]> names = new ArrayList<>();
        try (Options any = new Options()) {
            names.addAll(RocksDB.listColumnFamilies(any, of.toString()));
        }
        if (names.isEmpty()) {
            names.add(RocksDB.DEFAULT_COLUMN_FAMILY);
        }
        return names.stream()
                .map(name -> new ColumnFamilyDescriptor(name, options.family()))
                .toList();
    }

    /**
     * Opens a database: that in the folder, or a new one.
     *
     * @param folder removed with the database
     * @param onGone told when the database is closed and its folder removed
     */
    static NativeDb open(Path folder, long memoryBytes, Consumer<NativeDb> onGone) throws IOException {
        SharedMemory memory = SharedMemory.acquire(memoryBytes);
        try {
            return new NativeDb(folder, Use.OWN, memory, onGone);
        } catch (RocksDBException e) {
            memory.release();
            LocalFolders.remove(folder);
            throw new IOException(
                    "a database can't be opened: folder=" + folder + ": " + e.getMessage()
                            + "; see that the disk has room and that weir.rocksdb.dir may be written",
                    e);
        }
    }

    /** Opens the database in a folder without changing anything there; closed by {@link #close}. */
    static NativeDb openToRead(Path folder, long memoryBytes) throws IOException {
        SharedMemory memory = SharedMemory.acquire(memoryBytes);
        try {
            return new NativeDb(folder, Use.READ, memory, closed -> {});
        } catch (RocksDBException e) {
            memory.release();
            throw new IOException("files of a database can't be read: folder=" + folder + ": " + e.getMessage(), e);
        }
    }

    /** Something done with native objects. */
    @FunctionalInterface
    private interface Step<T extends @Nullable Object> {
        T run() throws RocksDBException;
    }

    private <T extends @Nullable Object> T within(Step<T> step) {
        acquire();
        try {
            return step.run();
        } catch (RocksDBException e) {
            throw new IllegalStateException("local state failed: folder=" + folder + ": " + e.getMessage(), e);
        } finally {
            release();
        }
    }

    private synchronized void acquire() {
        if (gone || ended || holders == 0) {
            throw new IllegalStateException("keyed state is used before it is closed: folder=" + folder);
        }
        uses++;
    }

    private void release() {
        synchronized (this) {
            uses--;
        }
        goIfUnused();
    }

    private void goIfUnused() {
        synchronized (this) {
            if (gone || uses > 0 || (!ended && holders > 0)) {
                return;
            }
            gone = true;
        }
        snapshots.forEach(db::releaseSnapshot);
        families.forEach(AbstractNativeReference::close);
        db.close();
        options.close();
        memory.release();
        if (use == Use.OWN) {
            LocalFolders.remove(folder);
        }
        onGone.accept(this);
    }

    /** The column families that are there, by their names. */
    Map<String, ColumnFamilyHandle> families() {
        return within(() -> {
            Map<String, ColumnFamilyHandle> byName = new LinkedHashMap<>();
            for (ColumnFamilyHandle family : families) {
                byName.put(new String(family.getName(), StandardCharsets.UTF_8), family);
            }
            return byName;
        });
    }

    ColumnFamilyHandle createFamily(String name) {
        return within(() -> {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            ColumnFamilyHandle family = db.createColumnFamily(new ColumnFamilyDescriptor(bytes, options.family()));
            synchronized (this) {
                families.add(family);
            }
            return family;
        });
    }

    /** Removes a column family with all its rows. */
    void dropFamily(ColumnFamilyHandle family) {
        within(() -> {
            db.dropColumnFamily(family);
            return family;
        });
    }

    /** Removes all rows before one, and those from another on. */
    void keepOnly(ColumnFamilyHandle family, byte[] from, byte[] to) {
        within(() -> {
            db.deleteFilesInRanges(family, List.of(new byte[0], from, to, BEHIND_ALL), false);
            db.deleteRange(family, options.writing(), new byte[0], from);
            db.deleteRange(family, options.writing(), to, BEHIND_ALL);
            return family;
        });
    }

    /** The values of rows, in their order; null for a row that is not there. */
    List<byte[]> get(ColumnFamilyHandle family, List<byte[]> rows) {
        return within(() -> db.multiGetAsList(Collections.nCopies(rows.size(), family), rows));
    }

    /**
     * Reads the value of a row into an array.
     *
     * @return its length, with a part of it read if the array is shorter; negative where there is none
     */
    int get(ColumnFamilyHandle family, Output row, byte[] into) {
        return within(() -> db.get(family, row.getBuffer(), 0, row.position(), into, 0, into.length));
    }

    /** Writes rows in one batch. */
    void write(RowBatch rows) {
        within(() -> {
            try (WriteBatch batch = new WriteBatch(rows.toBytes())) {
                db.write(options.writing(), batch);
            }
            return rows;
        });
    }

    /** Sees rows one by one. */
    @FunctionalInterface
    interface Scan {
        /** Called for one row. @return whether it wants the next */
        boolean next(byte[] row, byte[] value);
    }

    /** Shows the rows as they are now in their order, the first that isn't before another. */
    void scan(ColumnFamilyHandle family, byte[] from, Scan scan) {
        within(() -> {
            try (ReadOptions reading = new ReadOptions().setFillCache(false);
                    RocksIterator iterator = db.newIterator(family, reading)) {
                iterator.seek(from);
                while (iterator.isValid() && scan.next(iterator.key(), iterator.value())) {
                    iterator.next();
                }
                iterator.status();
            }
            return family;
        });
    }

    /** Freezes what was written; {@link #release(Snapshot)} lets go of it. */
    Snapshot freeze() {
        return within(() -> {
            Snapshot snapshot = db.getSnapshot();
            synchronized (this) {
                snapshots.add(snapshot);
                holders++;
            }
            return snapshot;
        });
    }

    /** Lets go of a frozen view; once. It may be gone with the database. */
    void release(Snapshot snapshot) {
        synchronized (this) {
            if (gone || !snapshots.remove(snapshot)) {
                return;
            }
            uses++;
        }
        try {
            db.releaseSnapshot(snapshot);
        } finally {
            release();
            letGo();
        }
    }

    /** Takes rows. */
    @FunctionalInterface
    interface Rows {
        /** Called for one row. @return whether the next is wanted */
        boolean accept(byte[] row, byte[] value) throws IOException;
    }

    /**
     * Gives rows in their order; any thread.
     *
     * @param snapshot the frozen view to read; null for what is there now
     * @param from the first isn't before this
     */
    void read(@Nullable Snapshot snapshot, ColumnFamilyHandle family, byte[] from, Rows rows) throws IOException {
        acquire();
        try (ReadOptions reading = new ReadOptions().setFillCache(false)) {
            if (snapshot != null) {
                reading.setSnapshot(snapshot);
            }
            try (RocksIterator iterator = db.newIterator(family, reading)) {
                iterator.seek(from);
                while (iterator.isValid() && rows.accept(iterator.key(), iterator.value())) {
                    iterator.next();
                }
                iterator.status();
            }
        } catch (RocksDBException e) {
            throw new IOException("local state can't be read: folder=" + folder + ": " + e.getMessage(), e);
        } finally {
            release();
        }
    }

    /** Pushes rows in their order. */
    @FunctionalInterface
    interface SortedRows {
        void pushTo(Rows target) throws IOException;
    }

    /** Writes many rows, of which none is there yet, past the write buffers: into a file that becomes the family's. */
    void ingest(ColumnFamilyHandle family, SortedRows rows) throws IOException {
        acquire();
        Path file = folder.resolve("import-" + family.getID());
        try (EnvOptions environment = new EnvOptions();
                Options all = new Options(options.database(), options.family());
                SstFileWriter writer = new SstFileWriter(environment, all);
                IngestExternalFileOptions moving = new IngestExternalFileOptions().setMoveFiles(true)) {
            writer.open(file.toString());
            boolean[] hasRows = {false};
            rows.pushTo((row, value) -> {
                hasRows[0] = true;
                put(writer, row, value);
                return true;
            });
            if (hasRows[0]) {
                writer.finish();
                db.ingestExternalFile(family, List.of(file.toString()), moving);
            }
        } catch (RocksDBException e) {
            throw new IOException("local state can't be written: folder=" + folder + ": " + e.getMessage(), e);
        } finally {
            release();
            Files.deleteIfExists(file);
        }
    }

    private void put(SstFileWriter writer, byte[] row, byte[] value) throws IOException {
        try {
            writer.put(row, value);
        } catch (RocksDBException e) {
            throw new IOException("local state can't be written: folder=" + folder + ": " + e.getMessage(), e);
        }
    }

    /** Makes a folder that has all that was written, in files that are those of the database as far as they can. */
    void linkTo(Path target) {
        within(() -> {
            try (Checkpoint checkpoint = Checkpoint.create(db)) {
                checkpoint.createCheckpoint(target.toString());
            }
            return target;
        });
    }

    /** Figures of compaction, memtables and cache, by their names; empty where it is closed or they can't be had. */
    Map<String, Long> figures() {
        synchronized (this) {
            if (gone || ended || holders == 0) {
                return new HashMap<>();
            }
            uses++;
        }
        try {
            Map<String, Long> values = new HashMap<>();
            for (Map.Entry<String, String> figure : SUMS.entrySet()) {
                values.put(figure.getKey(), db.getAggregatedLongProperty(figure.getValue()));
            }
            for (Map.Entry<String, String> figure : OF_ALL.entrySet()) {
                values.put(figure.getKey(), db.getLongProperty(figure.getValue()));
            }
            return values;
        } catch (RocksDBException e) {
            LOG.warn("figures of local state can't be had: folder={}", folder, e);
            return new HashMap<>();
        } finally {
            release();
        }
    }

    /** Keeps it from going with its owner; {@link #letGo} ends that. */
    synchronized void hold() {
        if (gone || ended || holders == 0) {
            throw new IllegalStateException("keyed state is frozen before it is closed: folder=" + folder);
        }
        holders++;
    }

    /** Ends a hold; once for each. */
    void letGo() {
        synchronized (this) {
            holders--;
        }
        goIfUnused();
    }

    /** The owner needs it no more; others may hold it. Idempotent. */
    void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        letGo();
    }

    /** Nobody needs it any more, frozen views included. Idempotent. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        goIfUnused();
    }
}
