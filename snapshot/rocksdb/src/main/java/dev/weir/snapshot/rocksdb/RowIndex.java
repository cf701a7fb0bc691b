package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Finds rows of one state in a {@link RowBatch}, and what was said of each last. One thread at a time. */
final class RowIndex {

    static final int NONE = -1;

    /** The value of a row that is removed. */
    static final int REMOVED = -1;

    private static final int INITIAL_ROWS = 64;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final RowBatch batch;

    /** Numbers of rows from 1, by their hash; 0 where there is none. Twice as many places as rows, at least. */
    private int[] places = new int[2 * INITIAL_ROWS];

    private int[] hashes = new int[INITIAL_ROWS];
    private int[] rowAt = new int[INITIAL_ROWS];
    private int[] rowLength = new int[INITIAL_ROWS];
    private int[] valueAt = new int[INITIAL_ROWS];
    private int[] valueLength = new int[INITIAL_ROWS];
    private int size;

    RowIndex(RowBatch batch) {
        this.batch = batch;
    }

    static int hash(Output row) {
        byte[] bytes = row.getBuffer();
        int length = row.position();
        long hash = length;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(bytes, at)) * MIX;
            hash ^= hash >>> Integer.SIZE;
        }
        for (; at < length; at++) {
            hash = (hash ^ bytes[at]) * MIX;
        }
        return (int) (hash >>> Integer.SIZE);
    }

    /** The number of a row; {@link #NONE} where nothing was said of it. */
    int find(Output row, int hash) {
        if (size == 0) {
            return NONE;
        }
        int mask = places.length - 1;
        for (int place = hash & mask; places[place] != 0; place = (place + 1) & mask) {
            int number = places[place] - 1;
            if (hashes[number] == hash && isAt(number, row)) {
                return number;
            }
        }
        return NONE;
    }

    private boolean isAt(int number, Output row) {
        int at = rowAt[number];
        return Arrays.equals(batch.buffer(), at, at + rowLength[number], row.getBuffer(), 0, row.position());
    }

    /** Notes what the batch was told last. */
    void note(Output row, int hash, int lengthOfValue) {
        int number = find(row, hash);
        if (number == NONE) {
            if (size == hashes.length) {
                grow();
            }
            number = size++;
            hashes[number] = hash;
            place(number);
        }
        rowAt[number] = batch.rowAt();
        rowLength[number] = row.position();
        valueAt[number] = batch.valueAt();
        valueLength[number] = lengthOfValue;
    }

    private void place(int number) {
        int mask = places.length - 1;
        int place = hashes[number] & mask;
        while (places[place] != 0) {
            place = (place + 1) & mask;
        }
        places[place] = number + 1;
    }

    private void grow() {
        int rows = 2 * size;
        hashes = Arrays.copyOf(hashes, rows);
        rowAt = Arrays.copyOf(rowAt, rows);
        rowLength = Arrays.copyOf(rowLength, rows);
        valueAt = Arrays.copyOf(valueAt, rows);
        valueLength = Arrays.copyOf(valueLength, rows);
        places = new int[2 * rows];
        for (int number = 0; number < size; number++) {
            place(number);
        }
    }

    /** Where the value of a row begins in the batch. */
    int valueAt(int number) {
        return valueAt[number];
    }

    /** How long the value of a row is; {@link #REMOVED} where it has none. */
    int valueLength(int number) {
        return valueLength[number];
    }

    byte[] buffer() {
        return batch.buffer();
    }

    /** Forgets all rows. */
    void clear() {
        if (size > 0) {
            size = 0;
            Arrays.fill(places, 0);
        }
    }
}
