package dev.weir.samples.peers.loop;

/** Keys and values on their way from one thread to the other. Invariant: owned by one thread at a time. */
final class Batch {

    static final int CAPACITY_RECORDS = 1024;

    final long[] keys = new long[CAPACITY_RECORDS];
    final long[] values = new long[CAPACITY_RECORDS];
    int recordCount;

    void add(long key, long value) {
        keys[recordCount] = key;
        values[recordCount] = value;
        recordCount++;
    }

    boolean isFull() {
        return recordCount == CAPACITY_RECORDS;
    }
}
