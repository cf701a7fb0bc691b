package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.ChangedEntries;
import dev.weir.snapshot.backend.ColdSnapshot;
import dev.weir.snapshot.backend.ColdSnapshot.Outcome;
import dev.weir.snapshot.backend.ColdState;
import dev.weir.snapshot.backend.ColdStore;
import dev.weir.snapshot.backend.Expiry;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.plugin.StateBackendOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The states of one operator in one subtask, in a database of their own. Writes are gathered. Invariant: while a frozen
 * view is open nothing that came after it goes to the database. The owner thread uses it.
 */
final class RocksStore implements ColdStore {

    /** What is gathered before it is written. */
    private static final int PENDING_BYTES = 1 << 18;

    private static final int INITIAL_BYTES = 1 << 12;

    /** What is gathered at most while a view is open; then its changes are stored without waiting for who writes it. */
    private static final int MOST_PARKED_BYTES = 1 << 26;

    private final NativeDb db;
    private final DatabaseFiles files;
    private final Adopted adopted;
    private final StateBackendOptions options;
    private final Codecs codecs;
    private final Map<String, RocksState> states = new LinkedHashMap<>();
    private final CacheCounts counts;
    private RowBatch batch = new RowBatch(INITIAL_BYTES);

    /** The view frozen last, until it is known not to be open. */
    private @Nullable RocksSnapshot parked;

    /** @param adopted what is in the database already */
    RocksStore(NativeDb db, DatabaseFiles files, Adopted adopted, CacheCounts counts, StateBackendOptions options) {
        this.counts = counts;
        this.db = db;
        this.files = files;
        this.adopted = adopted;
        this.options = options;
        this.codecs = new Codecs(options.loader());
    }

    @Override
    public ColdState open(StateMeta meta) {
        RocksState.Stored stored = adopted.find(meta);
        if (stored == null) {
            stored = adopted.add(meta);
        }
        RocksState state = new RocksState(stored, this, db, new RowFormat(meta, stored.schemas(), codecs));
        states.put(meta.name(), state);
        return state;
    }

    @Override
    public long residentBytes() {
        return options.cacheBytes() / SharedMemory.users();
    }

    CacheCounts counts() {
        return counts;
    }

    /** What is gathered. */
    RowBatch batch() {
        return batch;
    }

    void onPending() {
        if (batch.bytes() > PENDING_BYTES) {
            flush();
        }
    }

    /** Writes what was gathered, unless a view is open. */
    void flush() {
        RocksSnapshot open = parked;
        if (open != null && open.outcome() == Outcome.OPEN) {
            if (batch.bytes() < MOST_PARKED_BYTES) {
                return;
            }
            open.settle();
        }
        write();
    }

    /** Writes what was gathered, in any case. */
    void flushAll() {
        if (parked != null) {
            parked.settle();
        }
        write();
    }

    private void write() {
        dropParked();
        if (!batch.isEmpty()) {
            db.write(batch);
            batch.reset();
            states.values().forEach(RocksState::dropPending);
        }
    }

    /** What was handed over is in the database as soon as the view isn't open. */
    void dropParkedIfStored() {
        if (parked != null && parked.outcome() != Outcome.OPEN) {
            dropParked();
        }
    }

    private void dropParked() {
        if (parked != null) {
            parked = null;
            states.values().forEach(RocksState::dropParked);
        }
    }

    @Override
    public ColdSnapshot freeze(List<ChangedEntries> changes, KeyedSnapshot timers, Expiry expiry) {
        dropParked();
        adopted.dropUnopened();
        List<FrozenState> frozen = new ArrayList<>(changes.size());
        for (ChangedEntries ofState : changes) {
            RocksState state = Objects.requireNonNull(states.get(ofState.meta().name()));
            frozen.add(new FrozenState(ofState, state.family(), state.familyName(), state.schemas()));
        }
        RowBatch next = new RowBatch(INITIAL_BYTES);
        states.values().forEach(state -> state.park(next));
        Settlement settlement = new Settlement(db, files, batch, frozen, adopted.groups(), options.loader());
        batch = next;
        RocksSnapshot view = new RocksSnapshot(settlement, timers, expiry, options.loader(), options.memoryBytes());
        parked = view;
        return view;
    }

    @Override
    public void close() {
        db.close();
    }
}
