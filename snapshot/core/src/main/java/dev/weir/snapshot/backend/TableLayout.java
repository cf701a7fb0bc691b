package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/**
 * Which arrays the tables of a state have.
 *
 * @param namespaced whether entries have a long namespace
 * @param primitive whether values are in a long array instead of an object array
 * @param stamped whether each slot has a stamp: values may be mutable, or are tracked
 * @param tracked whether every write leaves a stamp, as what is written goes to a {@link ColdState} some time
 */
record TableLayout(boolean namespaced, boolean primitive, boolean stamped, boolean tracked) {

    private static final int SMALLEST_CAPACITY = 8;
    private static final int REFERENCE_BYTES = 4;

    /** A key and a value that are objects. */
    private static final int OBJECTS_BYTES = 128;

    static final long[] NO_LONGS = new long[0];
    static final int[] NO_INTS = new int[0];
    static final @Nullable Object[] NO_OBJECTS = new Object[0];

    /** The slots of a table for so many entries. */
    static int capacityFor(int expected) {
        int capacity = SMALLEST_CAPACITY;
        while (expected * 5L > capacity * 3L) {
            capacity *= 2;
        }
        return capacity;
    }

    /** What an entry takes on the heap, roughly: tables are half full, and objects aren't looked into. */
    int entryBytes() {
        int slot = Integer.BYTES + Long.BYTES + (namespaced ? Long.BYTES : 0) + (stamped ? Integer.BYTES : 0);
        return primitive ? 2 * (slot + Long.BYTES) : 2 * (slot + REFERENCE_BYTES) + OBJECTS_BYTES;
    }

    long[] namespaces(int capacity) {
        return namespaced ? new long[capacity] : NO_LONGS;
    }

    long[] longs(int capacity) {
        return primitive ? new long[capacity] : NO_LONGS;
    }

    @Nullable
    Object[] objects(int capacity) {
        return primitive ? NO_OBJECTS : new Object[capacity];
    }

    int[] stamps(int capacity) {
        return stamped ? new int[capacity] : NO_INTS;
    }
}
