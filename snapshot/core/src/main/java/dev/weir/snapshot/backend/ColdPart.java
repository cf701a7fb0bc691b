package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What one state has in a {@link ColdStore}. Invariants: {@code counts} are those of all entries, on the heap or not; a
 * slot whose stamp is the number of freezes has changed since it was stored last, any other is as it is stored.
 */
final class ColdPart {

    /** The stamp of what is as it is stored: there is one freeze or more from the start. */
    private static final int UNCHANGED = 0;

    private final ColdState stored;
    private final Residents residents;
    private final KeyContext key;
    private final int firstGroup;
    private final int[] counts;

    ColdPart(ColdState stored, Residents residents, KeyContext key, KeyGroupRange groups) {
        this.stored = stored;
        this.residents = residents;
        this.key = key;
        this.firstGroup = groups.first();
        this.counts = new int[groups.size()];
    }

    long entryCount() {
        return Arrays.stream(counts).asLongStream().sum();
    }

    int[] counts() {
        return counts.clone();
    }

    /** Brings the entry of the current key to the heap. @return its slot, or {@link GroupTable#ABSENT} */
    int load(HeapState state, long namespace) {
        Object value = stored.load(key.boxed(), key.keyGroup, namespace);
        if (value == null) {
            return GroupTable.ABSENT;
        }
        residents.makeRoom();
        GroupTable table = state.tableForInsert(0);
        int slot = table.insert(key, namespace);
        residents.added(1);
        if (state.cell == Cell.OBJECT) {
            table.objects[slot] = toHeap(state.meta, value);
        } else {
            table.longs[slot] = state.cell.unbox(value);
        }
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
    void onInsert(GroupTable table, int slot) {
        table.stamp(slot, key.freezes);
        counts[key.keyGroup - firstGroup]++;
        residents.added(1);
        residents.makeRoom();
    }

    /** The entry of the current key has gone from the heap: it goes from the store as well. */
    void onRemove(long namespace) {
        counts[key.keyGroup - firstGroup]--;
        residents.added(-1);
        stored.remove(key.boxed(), key.keyGroup, namespace);
    }

    /** Stores what is read from a checkpoint, under the current key, past the heap. */
    HeapLoader.Target loading() {
        return new HeapLoader.Target() {
            @Override
            public void add(long namespace, Object value, int expected) {
                counts[key.keyGroup - firstGroup]++;
                stored.put(key.boxed(), key.keyGroup, namespace, value);
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
        FrozenTable view = table.view();
        FrozenTable.ValueView values = state.view();
        boolean namespaced = view.namespaces().length != 0;
        for (int slot = 0; slot < table.capacity(); slot++) {
            if (view.tags()[slot] != 0 && table.stamps[slot] == key.freezes) {
                long namespace = namespaced ? view.namespaces()[slot] : 0;
                stored.put(view.key(slot), keyGroup, namespace, values.at(view, slot));
            }
        }
    }

    /** Fetches at once what a batch's keys have in the store and not on the heap. */
    void fetch(HeapState state, KeyBatch keys, long namespace) {
        KeyContext probe = residents.probe();
        for (int i = 0; i < keys.size(); i++) {
            int group = keys.keyGroups()[i];
            int index = group - firstGroup;
            if (index < 0 || index >= counts.length || counts[index] == 0) {
                continue;
            }
            set(probe, keys, i);
            GroupTable table = state.tableOf(group);
            if (table == null || table.find(probe, namespace) == GroupTable.ABSENT) {
                stored.want(probe.boxed(), group, namespace);
            }
        }
        stored.fetch();
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
