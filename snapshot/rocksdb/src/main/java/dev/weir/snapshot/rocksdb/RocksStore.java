package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.ColdState;
import dev.weir.snapshot.backend.ColdStore;
import dev.weir.snapshot.backend.Expiry;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.plugin.StateBackendOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.rocksdb.ColumnFamilyHandle;

/** The states of one operator in one subtask, in a database of their own. Writes are gathered. The owner thread uses it. */
final class RocksStore implements ColdStore {

    /** What is gathered before it is written. */
    private static final long PENDING_BYTES = 1L << 20;

    /** What an entry of a row's and a map's objects is taken for. */
    private static final int ENTRY_OVERHEAD_BYTES = 64;

    /** What an entry on the heap is taken for. */
    static final int RESIDENT_BYTES = 256;

    private final NativeDb db;
    private final KeyGroupRange groups;
    private final StateBackendOptions options;
    private final Codecs codecs;
    private final Map<String, RocksState> states = new LinkedHashMap<>();
    private long pendingBytes;

    RocksStore(NativeDb db, KeyGroupRange groups, StateBackendOptions options) {
        this.db = db;
        this.groups = groups;
        this.options = options;
        this.codecs = new Codecs(options.loader());
    }

    @Override
    public ColdState open(StateMeta meta) {
        RocksState state = new RocksState(meta, this, db, codecs);
        states.put(meta.name(), state);
        return state;
    }

    @Override
    public long residentLimit() {
        return options.cacheBytes() / RESIDENT_BYTES / SharedMemory.users();
    }

    void onPending(int bytes) {
        pendingBytes += bytes + ENTRY_OVERHEAD_BYTES;
        if (pendingBytes > PENDING_BYTES) {
            flush();
        }
    }

    /** Writes what was gathered. */
    void flush() {
        Map<ColumnFamilyHandle, Map<Row, byte[]>> rows = new LinkedHashMap<>();
        for (RocksState state : states.values()) {
            if (!state.pending().isEmpty()) {
                rows.put(state.family(), state.pending());
            }
        }
        db.write(rows);
        states.values().forEach(state -> state.pending().clear());
        pendingBytes = 0;
    }

    @Override
    public KeyedSnapshot freeze(Map<String, int[]> entries, KeyedSnapshot timers, Expiry expiry) {
        flush();
        List<FrozenState> frozen = new ArrayList<>(states.size());
        for (RocksState state : states.values()) {
            frozen.add(new FrozenState(
                    state.meta(),
                    state.family(),
                    state.format().values(),
                    state.format().keys(),
                    groups.first(),
                    Objects.requireNonNull(entries.get(state.meta().name()))));
        }
        return new RocksSnapshot(new FrozenRows(db, db.freeze(), frozen, options.loader()), timers, expiry);
    }

    @Override
    public void close() {
        db.close();
    }
}
