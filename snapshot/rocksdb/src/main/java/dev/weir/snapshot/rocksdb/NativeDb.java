package dev.weir.snapshot.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Filter;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The one owner of a database's native objects. Invariants: a native object is touched only between {@link #acquire} and
 * {@link #release}; the native objects go when nobody is in between, and the owner has closed and nothing frozen is held,
 * or all was ended; in the order iterators, snapshots, batches, column families, database, options, cache. Whoever comes
 * too late gets an exception. Thread-safe.
 */
final class NativeDb {

    private static final int BLOOM_BITS = 10;

    private final Path folder;
    private final SharedMemory memory;
    private final Consumer<NativeDb> onGone;
    private final Filter bloom = new BloomFilter(BLOOM_BITS);
    private final ColumnFamilyOptions familyOptions;
    private final DBOptions options;
    private final WriteOptions writeOptions;
    private final RocksDB db;
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final Set<Snapshot> snapshots = Collections.newSetFromMap(new IdentityHashMap<>());
    private int uses;
    private boolean closed;
    private boolean ended;
    private boolean gone;

    private NativeDb(Path folder, SharedMemory memory, Consumer<NativeDb> onGone) throws RocksDBException {
        this.folder = folder;
        this.memory = memory;
        this.onGone = onGone;
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(memory.cache())
                .setCacheIndexAndFilterBlocks(true)
                .setFilterPolicy(bloom);
        this.familyOptions = new ColumnFamilyOptions().setTableFormatConfig(table);
        this.options = new DBOptions()
                .setCreateIfMissing(true)
                .setWriteBufferManager(memory.writeBuffers())
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                .setKeepLogFileNum(1)
                .setStatsDumpPeriodSec(0)
                .setAvoidFlushDuringShutdown(true);
        this.writeOptions = new WriteOptions().setDisableWAL(true);
        ColumnFamilyDescriptor first = new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions);
        try {
            this.db = RocksDB.open(options, folder.toString(), List.of(first), families);
        } catch (RocksDBException e) {
            closeOptions();
            throw e;
        }
    }

    /**
     * Opens a database of its own.
     *
     * @param folder removed with the database
     * @param onGone told when the database is closed and its folder removed
     */
    static NativeDb open(Path folder, long memoryBytes, Consumer<NativeDb> onGone) throws IOException {
        SharedMemory memory = SharedMemory.acquire(memoryBytes);
        try {
            return new NativeDb(folder, memory, onGone);
        } catch (RocksDBException e) {
            memory.release();
            LocalFolders.remove(folder);
            throw new IOException(
                    "a database can't be opened: folder=" + folder + ": " + e.getMessage()
                            + "; see that the disk has room and that weir.rocksdb.dir may be written",
                    e);
        }
    }

    /** Something done with native objects. */
    @FunctionalInterface
    private interface Step<T> {
        T run() throws RocksDBException;
    }

    private <T> T within(Step<T> step) {
        acquire();
        try {
            return step.run();
        } catch (RocksDBException e) {
            throw failed(e);
        } finally {
            release();
        }
    }

    private IllegalStateException failed(RocksDBException e) {
        return new IllegalStateException("local state failed: folder=" + folder + ": " + e.getMessage(), e);
    }

    private synchronized void acquire() {
        if (gone || ended || (closed && snapshots.isEmpty())) {
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
            boolean isWanted = !ended && !(closed && snapshots.isEmpty());
            if (gone || uses > 0 || isWanted) {
                return;
            }
            gone = true;
        }
        snapshots.forEach(db::releaseSnapshot);
        families.forEach(AbstractNativeReference::close);
        db.close();
        closeOptions();
        memory.release();
        LocalFolders.remove(folder);
        onGone.accept(this);
    }

    private void closeOptions() {
        writeOptions.close();
        options.close();
        familyOptions.close();
        bloom.close();
    }

    ColumnFamilyHandle createFamily(String name) {
        return within(() -> {
            byte[] bytes = ("state:" + name).getBytes(StandardCharsets.UTF_8);
            ColumnFamilyHandle family = db.createColumnFamily(new ColumnFamilyDescriptor(bytes, familyOptions));
            synchronized (this) {
                families.add(family);
            }
            return family;
        });
    }

    /** The values of rows, in their order; null for a row that is not there. */
    List<byte[]> get(ColumnFamilyHandle family, List<byte[]> rows) {
        return within(() -> rows.size() == 1
                ? Collections.singletonList(db.get(family, rows.get(0)))
                : db.multiGetAsList(Collections.nCopies(rows.size(), family), rows));
    }

    /** Writes rows in one batch; an empty value removes its row. */
    void write(Map<ColumnFamilyHandle, Map<Row, byte[]>> rows) {
        within(() -> {
            try (WriteBatch batch = new WriteBatch()) {
                for (Map.Entry<ColumnFamilyHandle, Map<Row, byte[]>> family : rows.entrySet()) {
                    for (Map.Entry<Row, byte[]> row : family.getValue().entrySet()) {
                        if (row.getValue().length == 0) {
                            batch.delete(family.getKey(), row.getKey().bytes());
                        } else {
                            batch.put(family.getKey(), row.getKey().bytes(), row.getValue());
                        }
                    }
                }
                db.write(writeOptions, batch);
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
        }
    }

    /** Takes the rows of a column family. */
    @FunctionalInterface
    interface Rows {
        void accept(byte[] row, byte[] value) throws IOException;
    }

    /** Gives the rows of a frozen view in their order; any thread. */
    void read(Snapshot snapshot, ColumnFamilyHandle family, Rows rows) throws IOException {
        acquire();
        try (ReadOptions reading = new ReadOptions().setSnapshot(snapshot).setFillCache(false);
                RocksIterator iterator = db.newIterator(family, reading)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                rows.accept(iterator.key(), iterator.value());
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw new IOException("local state can't be read: folder=" + folder, e);
        } finally {
            release();
        }
    }

    /** The owner needs it no more; frozen views do until they are released. Idempotent. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        goIfUnused();
    }

    /** Nobody needs it any more, frozen views included. Idempotent. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        goIfUnused();
    }
}
