package dev.weir.operators.window;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was gathered per key and window, for keys of any class: open addressing in parallel arrays. It grows as it
 * fills, is emptied as a whole, and never grows by itself beyond what its owner lets it hold.
 *
 * <p>Invariants: a slot is taken where its key is not null; at most half of the slots are; {@code size} counts them. A slot
 * is valid until the next call that may insert or drain.
 */
final class ObjectPartials {

    private static final int SMALLEST_CAPACITY = 64;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final long WINDOW_MIX = 0xD6E8FEB86659FD93L;

    private static final long[] NO_LONGS = {};
    private static final @Nullable Object[] NO_OBJECTS = {};

    private final PartialValues kind;
    private int size;
    private int shift;
    private @Nullable Object[] keys;
    private int[] hashes;
    private long[] starts;
    private long[] records;
    private long[] longs;
    private @Nullable Object[] objects;

    /** Takes what the table held; of the two values the one of the table's kind means something. */
    @FunctionalInterface
    interface Sink {
        void accept(Object key, long windowStart, long longValue, @Nullable Object value, long records);
    }

    ObjectPartials(PartialValues kind) {
        this.kind = kind;
        this.keys = new Object[SMALLEST_CAPACITY];
        this.hashes = new int[SMALLEST_CAPACITY];
        this.starts = new long[SMALLEST_CAPACITY];
        this.records = new long[SMALLEST_CAPACITY];
        this.longs = kind == PartialValues.LONGS ? new long[SMALLEST_CAPACITY] : NO_LONGS;
        this.objects = kind == PartialValues.OBJECTS ? new Object[SMALLEST_CAPACITY] : NO_OBJECTS;
        this.shift = Long.SIZE - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
    }

    int size() {
        return size;
    }

    /**
     * The slot of a key in a window; negative where there is none yet.
     *
     * @param hash the key's stable hash code
     */
    int find(Object key, int hash, long windowStart) {
        @Nullable Object[] k = keys;
        int mask = k.length - 1;
        int slot = home(hash, windowStart);
        for (Object other = k[slot]; other != null; other = k[slot]) {
            if (hashes[slot] == hash && starts[slot] == windowStart && (other == key || other.equals(key))) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return -1;
    }

    /** Adds a key that is known to be absent, with one record; its value is the caller's to write. */
    int insert(Object key, int hash, long windowStart) {
        if ((size + 1) * 2 > keys.length) {
            resize(keys.length * 2);
        }
        size++;
        int slot = free(hash, windowStart);
        keys[slot] = key;
        hashes[slot] = hash;
        starts[slot] = windowStart;
        records[slot] = 1;
        return slot;
    }

    private int free(int hash, long windowStart) {
        int mask = keys.length - 1;
        int slot = home(hash, windowStart);
        while (keys[slot] != null) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int home(int hash, long windowStart) {
        long mixed = hash + windowStart * WINDOW_MIX;
        mixed ^= mixed >>> 32;
        return (int) ((mixed * MIX) >>> shift);
    }

    long longAt(int slot) {
        return longs[slot];
    }

    void put(int slot, long value) {
        longs[slot] = value;
    }

    Object objectAt(int slot) {
        return Objects.requireNonNull(objects[slot]);
    }

    void put(int slot, Object value) {
        objects[slot] = value;
    }

    /** One more record has contributed to a slot. */
    void countRecord(int slot) {
        records[slot]++;
    }

    /** Hands over everything and is empty. A table that has become far too large for its entries is halved. */
    void drainTo(Sink sink) {
        if (size == 0) {
            return;
        }
        int drained = size;
        size = 0;
        boolean holdsLongs = kind == PartialValues.LONGS;
        for (int slot = 0; slot < keys.length; slot++) {
            Object key = keys[slot];
            if (key == null) {
                continue;
            }
            long longValue = holdsLongs ? longs[slot] : 0;
            Object value = holdsLongs ? null : objects[slot];
            long count = records[slot];
            keys[slot] = null;
            records[slot] = 0;
            if (!holdsLongs) {
                objects[slot] = null;
            }
            sink.accept(key, starts[slot], longValue, value, count);
        }
        if (keys.length > SMALLEST_CAPACITY && drained * 16 < keys.length) {
            resize(keys.length / 2);
        }
    }

    private void resize(int capacity) {
        @Nullable Object[] oldKeys = keys;
        int[] oldHashes = hashes;
        long[] oldStarts = starts;
        long[] oldRecords = records;
        long[] oldLongs = longs;
        @Nullable Object[] oldObjects = objects;
        keys = new Object[capacity];
        hashes = new int[capacity];
        starts = new long[capacity];
        records = new long[capacity];
        longs = kind == PartialValues.LONGS ? new long[capacity] : NO_LONGS;
        objects = kind == PartialValues.OBJECTS ? new Object[capacity] : NO_OBJECTS;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        for (int from = 0; from < oldKeys.length; from++) {
            Object key = oldKeys[from];
            if (key == null) {
                continue;
            }
            int to = free(oldHashes[from], oldStarts[from]);
            keys[to] = key;
            hashes[to] = oldHashes[from];
            starts[to] = oldStarts[from];
            records[to] = oldRecords[from];
            if (kind == PartialValues.LONGS) {
                longs[to] = oldLongs[from];
            } else {
                objects[to] = oldObjects[from];
            }
        }
    }
}
