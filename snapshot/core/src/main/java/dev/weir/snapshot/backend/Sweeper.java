package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.StateKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Goes round and round over the tables of states whose values expire, some slots at a time, and removes what has expired.
 * Entries that move meanwhile may be met twice or only in the next round.
 */
final class Sweeper {

    private final KeyContext key;
    private final List<HeapHandle> handles = new ArrayList<>();
    private int nextHandle;
    private int nextTable;
    private int nextSlot;
    private int nextCold;

    Sweeper(KeyContext key) {
        this.key = key;
    }

    void add(HeapHandle handle) {
        handles.add(handle);
    }

    /** Looks at a number of slots, a table without any counting as one, and at as many entries in a cold store. */
    void sweep(int places) {
        if (handles.isEmpty()) {
            return;
        }
        int left = places;
        while (left > 0) {
            left -= sweepTable(handles.get(nextHandle), left);
        }
        nextCold = (nextCold + 1) % handles.size();
        HeapHandle handle = handles.get(nextCold);
        ColdPart cold = handle.state.cold;
        if (cold != null) {
            sweepCold(handle, cold, places);
        }
        key.unset();
    }

    /** What is stored may have been renewed on the heap since: it is looked up before it goes. */
    private void sweepCold(HeapHandle handle, ColdPart cold, int entries) {
        StateKind kind = handle.state.meta.kind();
        long cutoff = Objects.requireNonNull(handle.state.lifetime).cutoffMillis();
        List<Suspect> suspects = new ArrayList<>();
        cold.visit(entries, (each, keyGroup, value) -> {
            if (StampedForm.hasExpired(kind, value, cutoff)) {
                suspects.add(new Suspect(each, keyGroup));
            }
        });
        for (Suspect suspect : suspects) {
            key.set(suspect.key, KeyGroups.murmur(StableHash.hashOf(suspect.key)), suspect.keyGroup);
            handle.purge();
        }
    }

    /** A key whose stored value has expired. */
    private record Suspect(Object key, int keyGroup) {}

    /** Looks at the slots of one table, on which it goes on next time. @return how many */
    private int sweepTable(HeapHandle handle, int slots) {
        GroupTable table = handle.state.tableAt(nextTable);
        long cutoff = Objects.requireNonNull(handle.state.lifetime).cutoffMillis();
        int seen = 0;
        while (table != null && seen < slots && nextSlot < table.capacity()) {
            seen++;
            if (hasExpired(handle.state, table, nextSlot, cutoff)) {
                table.selectKey(nextSlot, handle.state.groupAt(nextTable), key);
                handle.purge(); // another entry may have come to the slot, which is looked at again
            } else {
                nextSlot++;
            }
        }
        if (table == null || nextSlot >= table.capacity()) {
            toNextTable(handle.state);
        }
        return Math.max(1, seen);
    }

    private static boolean hasExpired(HeapState state, GroupTable table, int slot, long cutoff) {
        return table.isTaken(slot)
                && StampedForm.hasExpired(
                        state.meta.kind(),
                        StoredForm.ofObject(state.meta.kind(), Objects.requireNonNull(table.objects[slot])),
                        cutoff);
    }

    private void toNextTable(HeapState state) {
        nextSlot = 0;
        nextTable++;
        if (nextTable >= state.groupCount()) {
            nextTable = 0;
            nextHandle = (nextHandle + 1) % handles.size();
        }
    }
}
