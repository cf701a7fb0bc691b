package dev.weir.snapshot.backend;

import dev.weir.snapshot.backend.ColdSnapshot.Outcome;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backend over a {@link ColdStore} has on the heap, counted and bounded. Whole key groups go, one after the other
 * in turn: their keys are no worse a choice than any. Invariants: while a record or timer is processed the current key's
 * group stays, as handles are bound to its slots and user code may change what they gave out; an entry whose stamp is above
 * {@code stored} differs from what is stored, or is stored by a view that isn't known to be.
 */
final class Residents {

    private static final int NO_GROUP = -1;

    private final ColdStore store;
    private final KeyContext key;
    private final KeyGroupRange groups;
    private final KeyContext probe = new KeyContext();
    private final List<HeapState> states = new ArrayList<>();
    private long residentBytes;
    private int nextGroup;

    /** The stamps of entries that are as they are stored go up to this. */
    private int stored;

    /** The view that was frozen last, until its outcome is known, and the largest stamp in it. */
    private @Nullable ColdSnapshot frozen;

    private int frozenStamp;

    Residents(ColdStore store, KeyContext key, KeyGroupRange groups) {
        this.store = store;
        this.key = key;
        this.groups = groups;
        this.nextGroup = groups.first();
    }

    ColdPart open(StateMeta meta) {
        return new ColdPart(store.open(meta), this, key, groups);
    }

    void add(HeapState state) {
        states.add(state);
    }

    /** A key to look others up with while the current one stays. */
    KeyContext probe() {
        return probe;
    }

    /** The stamps of entries that are as they are stored go up to this. */
    int stored() {
        ColdSnapshot last = frozen;
        if (last != null && last.outcome() != Outcome.OPEN) {
            if (last.outcome() == Outcome.STORED) {
                stored = frozenStamp;
            }
            frozen = null;
        }
        return stored;
    }

    void added(long bytes) {
        residentBytes += bytes;
    }

    /** Between two records no slot is bound and nothing is handed out: any group may go. */
    void onBatch() {
        if (residentBytes > store.residentBytes()) {
            key.generation++;
            makeRoom(NO_GROUP);
        }
    }

    /** While a record or timer is processed. */
    void makeRoom() {
        if (residentBytes > store.residentBytes()) {
            makeRoom(key.keyGroup);
        }
    }

    private void makeRoom(int keptGroup) {
        long limit = store.residentBytes();
        for (int i = 0; i < groups.size() && residentBytes > limit; i++) {
            int group = nextGroup;
            nextGroup = group == groups.last() ? groups.first() : group + 1;
            if (group != keptGroup) {
                evict(group);
            }
        }
    }

    private void evict(int group) {
        for (HeapState state : states) {
            GroupTable table = state.tableOf(group);
            ColdPart cold = state.cold;
            if (table != null && cold != null) {
                cold.writeBack(state, table, group);
                residentBytes -= (long) table.size() * state.entryBytes();
                state.drop(group);
            }
        }
    }

    /** Freezes what is on the heap and in the store. Entries stay on the heap. */
    KeyedSnapshot freeze(KeyedSnapshot timers, Expiry expiry) {
        ColdSnapshot last = frozen;
        if (last != null) {
            last.settle();
        }
        int since = stored();
        List<ChangedEntries> changes = new ArrayList<>(states.size());
        for (HeapState state : states) {
            ColdPart cold = state.cold;
            if (cold != null) {
                changes.add(new ChangedEntries(state, cold.counts(), since));
            }
        }
        ColdSnapshot view = store.freeze(changes, timers, expiry);
        frozen = view;
        frozenStamp = key.freezes;
        key.freezes++;
        return view;
    }

    /** Stores what has changed in a state; it still counts as changed. */
    void writeBack(HeapState state) {
        ColdPart cold = state.cold;
        for (int group = groups.first(); cold != null && group <= groups.last(); group++) {
            GroupTable table = state.tableOf(group);
            if (table != null) {
                cold.writeBack(state, table, group);
            }
        }
    }

    void close() {
        store.close();
    }
}
