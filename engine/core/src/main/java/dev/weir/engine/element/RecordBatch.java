package dev.weir.engine.element;

import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.backend.KeyBatch;
import dev.weir.snapshot.backend.PackedText;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@link #CAPACITY} records on their way to one subtask, with keys, hashes and key groups where the edge is keyed.
 * The sender fills it, hands it over and never touches it again. Index i of every array belongs to record i.
 *
 * <p>Keys of class Long are held without boxes until the first key of another class comes; then all are held as objects,
 * and those that are short strings also packed.
 */
public final class RecordBatch implements KeyBatch {

    /** The most records a batch holds. */
    public static final int CAPACITY = 256;

    private static final int[] NO_HASHES = {};
    private static final char[] NO_GROUPS = {};

    /** A batch grows to this many times its size: twice at the most to be full. */
    private static final int GROWTH = 4;

    private Object[] records;
    private int[] hashes;
    private char[] keyGroups;
    private long @Nullable [] timestamps;
    private long @Nullable [] longKeys;
    private Object @Nullable [] keys;
    private long @Nullable [] packedKeys;
    private int size;

    private RecordBatch(int capacity, int keyedCapacity) {
        this.records = new Object[capacity];
        this.hashes = keyedCapacity == 0 ? NO_HASHES : new int[keyedCapacity];
        this.keyGroups = keyedCapacity == 0 ? NO_GROUPS : new char[keyedCapacity];
    }

    /**
     * A batch without keys.
     *
     * @param capacity how many records are expected, at least 1; it grows when more come
     */
    public static RecordBatch plain(int capacity) {
        return new RecordBatch(capacity, 0);
    }

    /**
     * A batch with a key, its hash and its key group for each record.
     *
     * @param capacity how many records are expected, at least 1; it grows when more come
     */
    public static RecordBatch keyed(int capacity) {
        return new RecordBatch(capacity, capacity);
    }

    public void add(Object record, long timestamp) {
        int i = size;
        if (i == records.length) {
            grow();
        }
        size = i + 1;
        records[i] = record;
        if (timestamps != null || timestamp != Timestamps.NONE) {
            setTimestamp(i, timestamp);
        }
    }

    public void addKeyed(Object record, long timestamp, long key, int hash, int keyGroup) {
        long[] known = longKeys;
        if (known == null) {
            if (keys != null) {
                addKeyed(record, timestamp, (Object) key, hash, keyGroup);
                return;
            }
            known = new long[records.length];
            longKeys = known;
        }
        int i = size;
        if (i == records.length) {
            grow();
            known = Objects.requireNonNull(longKeys);
        }
        known[i] = key;
        hashes[i] = hash;
        keyGroups[i] = (char) keyGroup;
        add(record, timestamp);
    }

    public void addKeyed(Object record, long timestamp, Object key, int hash, int keyGroup) {
        Object[] known = keys;
        if (known == null) {
            known = boxedKeys();
        }
        int i = size;
        if (i == records.length) {
            grow();
            known = Objects.requireNonNull(keys);
        }
        known[i] = key;
        hashes[i] = hash;
        keyGroups[i] = (char) keyGroup;
        add(record, timestamp);
    }

    private void grow() {
        int capacity = Math.min(records.length * GROWTH, CAPACITY);
        records = Arrays.copyOf(records, capacity);
        if (hashes != NO_HASHES) {
            hashes = Arrays.copyOf(hashes, capacity);
            keyGroups = Arrays.copyOf(keyGroups, capacity);
        }
        if (longKeys != null) {
            longKeys = Arrays.copyOf(longKeys, capacity);
        }
        if (keys != null) {
            keys = Arrays.copyOf(keys, capacity);
        }
        if (timestamps != null) {
            timestamps = Arrays.copyOf(timestamps, capacity);
        }
    }

    private Object[] boxedKeys() {
        Object[] boxed = new Object[records.length];
        if (longKeys != null) {
            for (int i = 0; i < size; i++) {
                boxed[i] = longKeys[i];
            }
            longKeys = null;
        }
        keys = boxed;
        return boxed;
    }

    /**
     * Packs the keys that are short strings, so that the receiver need not look at them. The sender calls it at the end:
     * it has had the strings in its hands, and all at once their cache misses overlap.
     */
    public void packKeys() {
        Object[] known = keys;
        if (known == null) {
            return;
        }
        long[] words = null;
        for (int i = 0; i < size; i++) {
            if (known[i] instanceof String text && text.length() <= PackedText.MAX_LENGTH) {
                words = words == null ? new long[PackedText.WORDS * size] : words;
                PackedText.pack(text, words, PackedText.WORDS * i);
            }
        }
        packedKeys = words;
    }

    private void setTimestamp(int i, long timestamp) {
        long[] known = timestamps;
        if (known == null) {
            known = new long[records.length];
            Arrays.fill(known, 0, i, Timestamps.NONE);
            timestamps = known;
        }
        known[i] = timestamp;
    }

    @Override
    public int size() {
        return size;
    }

    /** Whether each record has a key, its hash and its key group. */
    public boolean isKeyed() {
        return hashes != NO_HASHES;
    }

    public Object[] records() {
        return records;
    }

    /** Event times in ms; null where no record has one. */
    public long @Nullable [] timestamps() {
        return timestamps;
    }

    @Override
    public long @Nullable [] longKeys() {
        return longKeys;
    }

    @Override
    public Object @Nullable [] keys() {
        return keys;
    }

    @Override
    public long @Nullable [] packedKeys() {
        return packedKeys;
    }

    @Override
    public int[] hashes() {
        return hashes;
    }

    @Override
    public char[] keyGroups() {
        return keyGroups;
    }
}
