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

    /** The heap of a process whose memory is looked at. */
    public static final long SMALL_HEAP_MB = 1024;

    /** What the process of {@link Workload#MEMORY} may take beside its heap and {@link #MEMORY_BYTES}. */
    private static final long OTHER_MB = 400;

    /** How large the resident set of the process of {@link Workload#MEMORY} may be. */
    public static final long LARGEST_RSS_MB = SMALL_HEAP_MB + memoryBytes(Workload.MEMORY) / MEBIBYTE + OTHER_MB;

    private DiskState() {}

    /** What is left of {@link #MEMORY_BYTES} for memory beside the heap. */
    public static long memoryBytes(Workload workload) {
        return MEMORY_BYTES - objectCacheBytes(workload);
    }

    /** How much of {@link #MEMORY_BYTES} a system with a cache of objects gives it. */
    public static long objectCacheBytes(Workload workload) {
        return workload == Workload.W5_TENTH || workload == Workload.MEMORY ? TENTH_OF_KEYS_BYTES : ALL_KEYS_BYTES;
    }
}
