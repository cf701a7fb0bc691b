package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.ColdState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * One state in a column family of its own. Invariant: what a row holds is said by {@code pending} if it names the row,
 * else by {@code fetched}, else by the database; no value is empty, so an empty one says that there is none. The owner
 * thread uses it.
 */
final class RocksState implements ColdState {

    static final byte[] ABSENT = new byte[0];

    /** It isn't behind any row. */
    private static final byte[] FIRST = new byte[0];

    private final StateMeta meta;
    private final RocksStore store;
    private final NativeDb db;
    private final ColumnFamilyHandle family;
    private final RowFormat format;
    private final Map<Row, byte[]> pending = new LinkedHashMap<>();
    private final Map<Row, byte[]> fetched = new HashMap<>();
    private final List<Row> wanted = new ArrayList<>();

    /** Where the visitor goes on. */
    private byte[] nextToVisit = FIRST;

    RocksState(StateMeta meta, RocksStore store, NativeDb db, Codecs codecs) {
        this.meta = meta;
        this.store = store;
        this.db = db;
        this.family = db.createFamily(meta.name());
        this.format = new RowFormat(meta, codecs);
    }

    StateMeta meta() {
        return meta;
    }

    ColumnFamilyHandle family() {
        return family;
    }

    RowFormat format() {
        return format;
    }

    Map<Row, byte[]> pending() {
        return pending;
    }

    @Override
    public @Nullable Object load(Object key, int keyGroup, long namespace) {
        Row row = format.row(key, keyGroup, namespace);
        byte[] value = pending.get(row);
        if (value == null) {
            value = fetched.get(row);
        }
        if (value == null) {
            value = db.get(family, List.of(row.bytes())).get(0);
        }
        return value == null || value.length == 0 ? null : format.read(value);
    }

    @Override
    public void put(Object key, int keyGroup, long namespace, Object value) {
        try {
            write(format.row(key, keyGroup, namespace), format.value(value));
        } catch (CodecException e) {
            throw new IllegalStateException(
                    "an entry can't be stored: state=" + meta.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void remove(Object key, int keyGroup, long namespace) {
        write(format.row(key, keyGroup, namespace), ABSENT);
    }

    private void write(Row row, byte[] value) {
        fetched.remove(row);
        pending.put(row, value);
        store.onPending(row.bytes().length + value.length);
    }

    @Override
    public void want(Object key, int keyGroup, long namespace) {
        Row row = format.row(key, keyGroup, namespace);
        if (!pending.containsKey(row)) {
            wanted.add(row);
        }
    }

    @Override
    public void fetch() {
        fetched.clear();
        if (wanted.isEmpty()) {
            return;
        }
        List<byte[]> values = db.get(family, wanted.stream().map(Row::bytes).toList());
        for (int i = 0; i < wanted.size(); i++) {
            byte[] value = values.get(i);
            fetched.put(wanted.get(i), value == null ? ABSENT : value);
        }
        wanted.clear();
    }

    @Override
    public List<Object> keys(int keyGroup) {
        store.flush();
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
            visitor.entry(format.key(row), RowFormat.keyGroup(row), format.read(value));
            return true;
        });
    }
}
