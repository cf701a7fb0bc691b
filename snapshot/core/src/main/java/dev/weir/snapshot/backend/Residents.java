package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a backend over a {@link ColdStore} has on the heap, counted and bounded. Whole key groups go, one after the other
 * in turn: their keys are no worse a choice than any. Invariant: while a record or timer is processed the current key's
 * group stays, as handles are bound to its slots and user code may change what they gave out.
 */
final class Residents {

    private static final int NO_GROUP = -1;

    private final ColdStore store;
    private final KeyContext key;
    private final KeyGroupRange groups;
    private final KeyContext probe = new KeyContext();
    private final List<HeapState> states = new ArrayList<>();
    private long resident;
    private int nextGroup;

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

    void added(int entries) {
        resident += entries;
    }

    /** Between two records no slot is bound and nothing is handed out: any group may go. */
    void onBatch() {
        if (resident > store.residentLimit()) {
            key.generation++;
            makeRoom(NO_GROUP);
        }
    }

    /** While a record or timer is processed. */
    void makeRoom() {
        if (resident > store.residentLimit()) {
            makeRoom(key.keyGroup);
        }
    }

    private void makeRoom(int keptGroup) {
        long limit = store.residentLimit();
        for (int i = 0; i < groups.size() && resident > limit; i++) {
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
                resident -= table.size();
                state.drop(group);
            }
        }
    }

    /** Stores what has changed since the last freeze, and freezes the store. Entries stay on the heap, as unchanged. */
    KeyedSnapshot freeze(KeyedSnapshot timers, Expiry expiry) {
        Map<String, int[]> entries = new LinkedHashMap<>();
        for (HeapState state : states) {
            ColdPart cold = state.cold;
            if (cold != null) {
                writeBack(state);
                entries.put(state.name(), cold.counts());
            }
        }
        key.freezes++;
        return store.freeze(entries, timers, expiry);
    }

    /** Stores what has changed in a state since the last freeze; it still counts as changed. */
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
