package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.ColdState;
import dev.weir.snapshot.backend.EntryKey;
import dev.weir.snapshot.backend.KeyedEntries;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.CodecException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * One state in a column family of its own. Invariant: what a row holds is said by {@code pending} if it names the row,
 * else by {@code parked} as long as the view that it was handed over to is open, else by the database. The owner thread uses it.
 */
final class RocksState implements ColdState {

    private static final int INITIAL_ROW_BYTES = 64;
    private static final int INITIAL_VALUE_BYTES = 256;

    /** It isn't behind any row. */
    private static final byte[] FIRST = new byte[0];

    private final StateMeta meta;
    private final RocksStore store;
    private final NativeDb db;
    private final ColumnFamilyHandle family;
    private final String familyName;
    private final int familyNumber;
    private final StateSchemas schemas;
    private final RowFormat format;
    private final int @Nullable [] restoredCounts;

    /** What was put or removed since the last write. */
    private RowIndex pending;

    /** What is handed over to a frozen view that may not be stored yet. */
    private @Nullable RowIndex parked;

    private final List<byte[]> wanted = new ArrayList<>();
    private final List<Integer> wantedPositions = new ArrayList<>();
    private int announced;

    /** Rows that the last fetch didn't find. */
    private final RowBatch absentRows = new RowBatch(INITIAL_ROW_BYTES);

    private final RowIndex absent = new RowIndex(absentRows);
    private final Output wantedRow = new Output(INITIAL_ROW_BYTES, -1);
    private final Input found = new Input();
    private byte[] loaded = new byte[INITIAL_VALUE_BYTES];

    /** Where the visitor goes on. */
    private byte[] nextToVisit = FIRST;

    /**
     * A state as it is in the database.
     *
     * @param restoredCounts of the entries that are there; null for none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Stored(
            StateMeta meta,
            ColumnFamilyHandle family,
            String familyName,
            StateSchemas schemas,
            int @Nullable [] restoredCounts) {}

    RocksState(Stored stored, RocksStore store, NativeDb db, RowFormat format) {
        this.meta = stored.meta();
        this.store = store;
        this.db = db;
        this.family = stored.family();
        this.familyName = stored.familyName();
        this.familyNumber = family.getID();
        this.schemas = stored.schemas();
        this.restoredCounts = stored.restoredCounts();
        this.format = format;
        this.pending = new RowIndex(store.batch());
    }

    StateMeta meta() {
        return meta;
    }

    ColumnFamilyHandle family() {
        return family;
    }

    String familyName() {
        return familyName;
    }

    StateSchemas schemas() {
        return schemas;
    }

    @Override
    public int @Nullable [] restoredCounts() {
        return restoredCounts == null ? null : restoredCounts.clone();
    }

    /** What was pending goes with a frozen view. */
    void park(RowBatch next) {
        format.publishKeys();
        absent.clear();
        parked = pending;
        pending = new RowIndex(next);
    }

    /** What was parked is in the database. */
    void dropParked() {
        parked = null;
    }

    /** What is pending is in the database. */
    void dropPending() {
        format.publishKeys();
        pending.clear();
        absent.clear();
    }

    @Override
    public boolean find(EntryKey key, int keyGroup, long namespace) {
        format.makeRow(key, keyGroup, namespace);
        Output row = format.row();
        int hash = RowIndex.hash(row);
        RowIndex index = pending;
        int number = index.find(row, hash);
        RowIndex older = parked();
        if (number == RowIndex.NONE && older != null) {
            index = older;
            number = index.find(row, hash);
        }
        if (number != RowIndex.NONE) {
            return isFound(index, number);
        }
        return absent.find(row, hash) == RowIndex.NONE && load(row);
    }

    /** What is handed over, as long as it isn't stored: then there may be something newer in the database. */
    private @Nullable RowIndex parked() {
        if (parked != null) {
            store.dropParkedIfStored();
        }
        return parked;
    }

    private boolean isFound(RowIndex index, int number) {
        int length = index.valueLength(number);
        if (length == RowIndex.REMOVED) {
            return false;
        }
        found.setBuffer(index.buffer(), index.valueAt(number), length);
        return true;
    }

    private boolean load(Output row) {
        int length = db.get(family, row, loaded);
        if (length > loaded.length) {
            loaded = new byte[length];
            length = db.get(family, row, loaded);
        }
        if (length < 0) {
            return false;
        }
        found.setBuffer(loaded, 0, length);
        return true;
    }

    @Override
    public Object value() {
        try {
            return format.read(found);
        } catch (CodecException | KryoException e) {
            throw new IllegalStateException(
                    "a stored entry can't be read: state=" + meta.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public long longValue() {
        return format.readLong(found);
    }

    @Override
    public void put(EntryKey key, int keyGroup, long namespace, Object value) {
        try {
            format.makeRow(key, keyGroup, namespace);
            format.makeValue(value);
        } catch (CodecException e) {
            throw cantBeStored(e);
        }
        putMade();
    }

    @Override
    public void putAll(int keyGroup, KeyedEntries entries) {
        try {
            while (entries.next()) {
                format.make(keyGroup, entries);
                putMade();
            }
        } catch (CodecException e) {
            throw cantBeStored(e);
        } catch (IOException e) {
            throw new IllegalStateException("a table on the heap is read without a fault: state=" + meta.name(), e);
        }
    }

    private void putMade() {
        RowBatch batch = store.batch();
        batch.put(familyNumber, format.row(), format.value());
        pending.note(format.row(), RowIndex.hash(format.row()), format.value().position());
        store.onPending();
    }

    private IllegalStateException cantBeStored(CodecException e) {
        return new IllegalStateException("an entry can't be stored: state=" + meta.name() + ": " + e.getMessage(), e);
    }

    @Override
    public void remove(EntryKey key, int keyGroup, long namespace) {
        format.makeRow(key, keyGroup, namespace);
        store.batch().remove(familyNumber, format.row());
        pending.note(format.row(), RowIndex.hash(format.row()), RowIndex.REMOVED);
        store.onPending();
    }

    @Override
    public void want(EntryKey key, int keyGroup, long namespace) {
        format.makeRow(key, keyGroup, namespace);
        Output row = format.row();
        int hash = RowIndex.hash(row);
        RowIndex older = parked();
        boolean isGathered =
                pending.find(row, hash) != RowIndex.NONE || (older != null && older.find(row, hash) != RowIndex.NONE);
        if (!isGathered) { // else it is looked up where it is gathered
            wanted.add(row.toBytes());
            wantedPositions.add(announced);
        }
        announced++;
    }

    @Override
    public void fetch(int keys, Fetched fetched) {
        store.counts().add(keys - announced, announced);
        announced = 0;
        absent.clear();
        absentRows.reset();
        if (wanted.isEmpty()) {
            return;
        }
        List<byte[]> values = db.get(family, wanted);
        for (int i = 0; i < wanted.size(); i++) {
            byte[] value = values.get(i);
            if (value == null) {
                noteAbsent(wanted.get(i));
            } else {
                found.setBuffer(value);
                fetched.found(wantedPositions.get(i));
            }
        }
        wanted.clear();
        wantedPositions.clear();
    }

    private void noteAbsent(byte[] row) {
        wantedRow.setBuffer(row, row.length);
        wantedRow.setPosition(row.length);
        absentRows.remove(familyNumber, wantedRow);
        absent.note(wantedRow, RowIndex.hash(wantedRow), RowIndex.REMOVED);
    }

    @Override
    public List<Object> keys(int keyGroup) {
        store.flushAll();
        List<Object> keys = new ArrayList<>();
        db.scan(family, RowFormat.prefix(keyGroup), (row, value) -> {
            boolean isInGroup = RowFormat.keyGroup(row) == keyGroup;
            if (isInGroup) {
                keys.add(format.key(row));
            }
            return isInGroup;
        });
        return keys;
    }

    @Override
    public void visit(int entries, Visitor visitor) {
        byte[] from = nextToVisit;
        if (from.length == 0) {
            store.flush();
        }
        nextToVisit = FIRST;
        int[] left = {entries};
        db.scan(family, from, (row, value) -> {
            if (left[0]-- == 0) {
                nextToVisit = row;
                return false;
            }
            visitor.entry(format.key(row), RowFormat.keyGroup(row), format.read(new Input(value)));
            return true;
        });
    }
}
