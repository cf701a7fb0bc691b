package dev.weir.snapshot.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.Cache;
import org.rocksdb.HyperClockCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The native memory that all databases of the process share: one block cache, within which write buffers take up to half.
 * Made for the first database and closed with the last; its size is what the first one asks for. Thread-safe.
 */
final class SharedMemory {

    /** One part in so many is left to the allocator, which takes more than what it gives out. */
    private static final int SHARE_OF_ALLOCATOR = 8;

    /** Entries are of any size. */
    private static final int CHARGE_UNKNOWN = 0;

    private static final int SHARDS_BY_SIZE = -1;

    private static @Nullable SharedMemory current;

    private final Cache cache;
    private final WriteBufferManager writeBuffers;
    private int users;

    private SharedMemory(long bytes) {
        long capacityBytes = bytes - bytes / SHARE_OF_ALLOCATOR;
        this.cache = new HyperClockCache(capacityBytes, CHARGE_UNKNOWN, SHARDS_BY_SIZE, false);
        this.writeBuffers = new WriteBufferManager(capacityBytes / 2, cache);
    }

    static synchronized SharedMemory acquire(long bytes) {
        RocksDB.loadLibrary();
        SharedMemory memory = current;
        if (memory == null) {
            memory = new SharedMemory(bytes);
            current = memory;
        }
        memory.users++;
        return memory;
    }

    /** How many databases share it; at least 1. */
    static synchronized int users() {
        return current == null ? 1 : Math.max(1, current.users);
    }

    Cache cache() {
        return cache;
    }

    WriteBufferManager writeBuffers() {
        return writeBuffers;
    }

    /** To be called once for each {@link #acquire}, when nothing of the database is open any more. */
    void release() {
        synchronized (SharedMemory.class) {
            users--;
            if (users == 0) {
                current = null;
                writeBuffers.close();
                cache.close();
            }
        }
    }
}
