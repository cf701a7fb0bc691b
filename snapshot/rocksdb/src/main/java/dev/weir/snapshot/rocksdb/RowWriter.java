package dev.weir.snapshot.rocksdb;

import org.rocksdb.ColumnFamilyHandle;

/** Writes many rows into one column family, some at a time. One thread. */
final class RowWriter {

    private static final int BATCH_BYTES = 1 << 19;
    private static final int INITIAL_BYTES = 1 << 12;

    private final NativeDb db;
    private final int family;
    private final RowBatch batch = new RowBatch(INITIAL_BYTES);

    RowWriter(NativeDb db, ColumnFamilyHandle family) {
        this.db = db;
        this.family = family.getID();
    }

    /** Puts what a format has made last. */
    void put(RowFormat made) {
        batch.put(family, made.row(), made.value());
        if (batch.bytes() > BATCH_BYTES) {
            write();
        }
    }

    private void write() {
        db.write(batch);
        batch.reset();
    }

    /** Writes what is left. */
    void finish() {
        if (!batch.isEmpty()) {
            write();
        }
    }
}
