package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.io.Output;

/**
 * Changes of rows, gathered in the form of a write batch of RocksDB: a head of twelve bytes, the last four of which count
 * the changes, lowest byte first; then for each a tag, the column family's number, the row and, unless it is removed, the
 * value, both behind their lengths. Numbers are in seven bits a byte, lowest first. One thread at a time.
 */
final class RowBatch {

    private static final int HEAD_BYTES = 12;
    private static final int COUNT_AT = 8;
    private static final byte REMOVED = 0x4;
    private static final byte PUT = 0x5;

    private final Output out;
    private int changes;
    private int rowAt;
    private int valueAt;

    RowBatch(int initialBytes) {
        this.out = new Output(initialBytes, -1);
        reset();
    }

    void reset() {
        changes = 0;
        out.reset();
        for (int i = 0; i < HEAD_BYTES; i++) {
            out.writeByte(0);
        }
    }

    boolean isEmpty() {
        return changes == 0;
    }

    /** What the changes take. */
    int bytes() {
        return out.position();
    }

    void put(int family, Output row, Output value) {
        begin(PUT, family, row.getBuffer(), row.position());
        value(value.getBuffer(), value.position());
    }

    void remove(int family, Output row) {
        begin(REMOVED, family, row.getBuffer(), row.position());
        valueAt = out.position();
    }

    private void begin(byte tag, int family, byte[] row, int length) {
        changes++;
        out.writeByte(tag);
        out.writeVarInt(family, true);
        out.writeVarInt(length, true);
        rowAt = out.position();
        out.writeBytes(row, 0, length);
    }

    private void value(byte[] value, int length) {
        out.writeVarInt(length, true);
        valueAt = out.position();
        out.writeBytes(value, 0, length);
    }

    /** Where the row that came last begins in {@link #buffer}. */
    int rowAt() {
        return rowAt;
    }

    /** Where the value that came last begins in {@link #buffer}. */
    int valueAt() {
        return valueAt;
    }

    /** What holds all rows and values until the next change. */
    byte[] buffer() {
        return out.getBuffer();
    }

    /** The batch as RocksDB takes it. */
    byte[] toBytes() {
        byte[] bytes = out.toBytes();
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[COUNT_AT + i] = (byte) (changes >>> (i * Byte.SIZE));
        }
        return bytes;
    }
}
