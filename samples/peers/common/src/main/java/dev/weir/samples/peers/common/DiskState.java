package dev.weir.samples.peers.common;

/** What a system may use for state in RocksDB: the same for all, however they divide it. */
public final class DiskState {

    private static final long MEBIBYTE = 1 << 20;

    /** Memory beside the heap, and what is cached of the state on the heap, together. */
    public static final long MEMORY_BYTES = 1024 * MEBIBYTE;

    /** More than five million longs by a long key take. */
    private static final long ALL_KEYS_BYTES = 512 * MEBIBYTE;

    /** What half a million longs by a long key take. */
    private static final long TENTH_OF_KEYS_BYTES = 24 * MEBIBYTE;

    private DiskState() {}

    /** How much of {@link #MEMORY_BYTES} a system with a cache of objects gives it. */
    public static long objectCacheBytes(Workload workload) {
        return workload == Workload.W5_TENTH ? TENTH_OF_KEYS_BYTES : ALL_KEYS_BYTES;
    }
}
