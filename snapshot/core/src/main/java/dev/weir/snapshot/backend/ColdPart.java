package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What one state has in a {@link ColdStore}. Invariants: {@code counts} are those of all entries, on the heap or not; a
 * slot whose stamp isn't above {@link Residents#stored} is as it is stored.
 */
final class ColdPart {

    /** The stamp of what is as it is stored: there is one freeze or more from the start. */
    private static final int UNCHANGED = 0;

    private final ColdState stored;
    private final Residents residents;
    private final KeyContext key;
    private final int firstGroup;
    private final int[] counts;
    private final boolean isRestored;

    /** The records of the batch whose keys are wanted, in the order in which they were announced. */
    private int[] wanted = new int[0];

    ColdPart(ColdState stored, Residents residents, KeyContext key, KeyGroupRange groups) {
        this.stored = stored;
        this.residents = residents;
        this.key = key;
        this.firstGroup = groups.first();
        int[] restored = stored.restoredCounts();
        this.isRestored = restored != null;
        this.counts = restored == null ? new int[groups.size()] : restored;
    }

    /** Whether what was restored is in the store already. */
    boolean isRestored() {
        return isRestored;
    }

    long entryCount() {
        return Arrays.stream(counts).asLongStream().sum();
    }

    int[] counts() {
        return counts.clone();
    }

    /** Brings the entry of the current key to the heap. @return its slot, or {@link GroupTable#ABSENT} */
    int load(HeapState state, long namespace) {
        int group = key.keyGroup;
        if (counts[group - firstGroup] == 0 || !stored.find(key, group, namespace)) {
            return GroupTable.ABSENT;
        }
        if (state.cell == Cell.LONG) {
            long value = stored.longValue();
            residents.makeRoom();
            return insertLong(state, key, namespace, value);
        }
        Object value = stored.value();
        residents.makeRoom();
        return insert(state, key, namespace, value);
    }

    private int insertLong(HeapState state, KeyContext at, long namespace, long value) {
        GroupTable table = state.tableForInsert(at.keyGroup, 0);
        int slot = insertUnchanged(state, table, at, namespace);
        table.longs[slot] = value;
        return slot;
    }

    private int insert(HeapState state, KeyContext at, long namespace, Object value) {
        GroupTable table = state.tableForInsert(at.keyGroup, 0);
        int slot = insertUnchanged(state, table, at, namespace);
        if (state.cell == Cell.OBJECT) {
            table.objects[slot] = toHeap(state.meta, value);
        } else {
            table.longs[slot] = state.cell.unbox(value);
        }
        return slot;
    }

    private int insertUnchanged(HeapState state, GroupTable table, KeyContext at, long namespace) {
        int slot = table.insert(at, namespace);
        residents.added(state.entryBytes());
        table.stamp(slot, UNCHANGED);
        return slot;
    }

    private static Object toHeap(StateMeta meta, Object value) {
        return switch (meta.kind()) {
            case LIST -> HeapList.of((List<?>) value, UNCHANGED);
            case MAP -> HeapMap.of((Map<?, ?>) value, UNCHANGED);
            default -> value;
        };
    }

    /** An entry that was nowhere has come to a slot of the current key's table. */
    void onInsert(HeapState state, GroupTable table, int slot) {
        table.stamp(slot, key.freezes);
        counts[key.keyGroup - firstGroup]++;
        residents.added(state.entryBytes());
        residents.makeRoom();
    }

    /** The entry of the current key has gone from the heap: it goes from the store as well. */
    void onRemove(HeapState state, long namespace) {
        counts[key.keyGroup - firstGroup]--;
        residents.added(-state.entryBytes());
        stored.remove(key, key.keyGroup, namespace);
    }

    /** Stores what is read from a checkpoint, under the current key, past the heap. */
    HeapLoader.Target loading() {
        return new HeapLoader.Target() {
            @Override
            public void add(long namespace, Object value, int expected) {
                counts[key.keyGroup - firstGroup]++;
                stored.put(key, key.keyGroup, namespace, value);
            }

            @Override
            public void addLong(long namespace, long value, int expected) {
                add(namespace, value, expected);
            }
        };
    }

    /** The keys of a key group as they are stored: what has changed on the heap is stored before. */
    List<Object> keys(int keyGroup) {
        return stored.keys(keyGroup);
    }

    void visit(int entries, ColdState.Visitor visitor) {
        stored.visit(entries, visitor);
    }

    /** Stores what has changed in a table. */
    void writeBack(HeapState state, GroupTable table, int keyGroup) {
        stored.putAll(keyGroup, table.view().changed(state.view(), table.stamps, residents.stored()));
    }

    /** Brings at once to the heap what a batch's keys have in the store only. */
    void fetch(HeapState state, KeyBatch keys, long namespace) {
        KeyContext probe = residents.probe();
        if (wanted.length < keys.size()) {
            wanted = new int[keys.size()];
        }
        int count = 0;
        for (int i = 0; i < keys.size(); i++) {
            int group = keys.keyGroups()[i];
            int index = group - firstGroup;
            if (index < 0 || index >= counts.length || counts[index] == 0) {
                continue;
            }
            set(probe, keys, i);
            GroupTable table = state.tableOf(group);
            if (table == null || table.find(probe, namespace) == GroupTable.ABSENT) {
                stored.want(probe, group, namespace);
                wanted[count++] = i;
            }
        }
        stored.fetch(keys.size(), position -> {
            set(probe, keys, wanted[position]);
            GroupTable table = state.tableOf(probe.keyGroup);
            if (table != null && table.find(probe, namespace) != GroupTable.ABSENT) {
                return; // two records have one key
            }
            if (state.cell == Cell.LONG) {
                insertLong(state, probe, namespace, stored.longValue());
            } else {
                insert(state, probe, namespace, stored.value());
            }
        });
        key.generation++; // entries may have moved
    }

    private static void set(KeyContext probe, KeyBatch keys, int index) {
        long[] longs = keys.longKeys();
        Object[] objects = keys.keys();
        if (longs != null) {
            probe.set(longs[index], keys.hashes()[index], keys.keyGroups()[index]);
        } else if (objects != null) {
            probe.set(objects[index], keys.hashes()[index], keys.keyGroups()[index]);
        }
    }
}
