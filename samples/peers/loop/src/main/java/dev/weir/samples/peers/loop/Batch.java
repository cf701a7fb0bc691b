package dev.weir.samples.peers.loop;

/** Keys and values on their way from one thread to the other. Invariant: owned by one thread at a time. */
final class Batch {

    static final int CAPACITY_RECORDS = 1024;

    final long[] keys = new long[CAPACITY_RECORDS];
    final long[] values = new long[CAPACITY_RECORDS];
    int recordCount;

    /** The window all the records are in, where there are windows. */
    long window;

    private boolean isSealed;

    void add(long key, long value) {
        keys[recordCount] = key;
        values[recordCount] = value;
        recordCount++;
    }

    /** Lets nothing more in. */
    void seal() {
        isSealed = true;
    }

    boolean isFull() {
        return recordCount == CAPACITY_RECORDS || isSealed;
    }

    boolean isEmpty() {
        return recordCount == 0;
    }

    void clear() {
        recordCount = 0;
        isSealed = false;
    }
}
