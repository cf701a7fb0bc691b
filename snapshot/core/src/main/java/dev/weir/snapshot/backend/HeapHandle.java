package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.State;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A handle bound to the current key and a namespace. It remembers the slot it found until the key or the namespace
 * changes; only the handle itself moves entries of its table, and it looks again after that. A state has one handle.
 */
abstract class HeapHandle implements State {

    private static final long UNBOUND = -1;

    final HeapState state;
    final KeyContext key;
    private long namespace;
    private long boundTo = UNBOUND;
    private @Nullable GroupTable table;
    private int slot = GroupTable.ABSENT;

    HeapHandle(HeapState state) {
        this.state = state;
        this.key = state.key;
    }

    final void bind(long newNamespace) {
        if (newNamespace != namespace) {
            namespace = newNamespace;
            state.onNamespace(newNamespace);
            boundTo = UNBOUND;
        }
    }

    final long namespace() {
        return namespace;
    }

    /** The slot of the current key and namespace, or {@link GroupTable#ABSENT}. */
    final int slot() {
        if (boundTo != key.generation) {
            locate();
        }
        return slot;
    }

    private void locate() {
        GroupTable found = state.table();
        table = found;
        slot = found == null ? GroupTable.ABSENT : found.find(key, namespace);
        if (slot == GroupTable.ABSENT && state.cold != null) {
            slot = state.cold.load(state, namespace);
            table = state.table();
        }
        boundTo = key.generation;
        onRebind();
    }

    /** Called when the handle has come to another key or namespace. */
    void onRebind() {}

    /** The table that {@link #slot} points into; only after a slot was found. */
    final GroupTable table() {
        GroupTable found = table;
        if (found == null) {
            throw new IllegalStateException("no slot was found: state=" + state.name());
        }
        return found;
    }

    /** The slot of the current key, inserted if it is absent, in arrays that may be written. */
    final int slotForWrite() {
        int found = slot();
        if (found == GroupTable.ABSENT) {
            GroupTable target = state.tableForInsert(0);
            table = target;
            slot = target.insert(key, namespace);
            if (state.cold != null) {
                state.cold.onInsert(state, target, slot);
            }
            return slot;
        }
        GroupTable target = table();
        target.beforeWrite();
        if (state.cold != null) {
            target.stamp(found, key.freezes);
        }
        return found;
    }

    @Override
    public void clear() {
        int found = slot();
        if (found != GroupTable.ABSENT) {
            table().remove(found);
            slot = GroupTable.ABSENT;
            if (state.cold != null) {
                state.cold.onRemove(state, namespace);
            }
        }
    }

    /**
     * The stored value, null where there is none. If it may be mutable and may be in a frozen view, the live table gets a
     * copy first.
     */
    final @Nullable Object handOut() {
        int found = slot();
        if (found == GroupTable.ABSENT) {
            return null;
        }
        GroupTable target = table();
        if (state.cell != Cell.OBJECT) {
            return state.cell.box(target.longs[found]);
        }
        Object value = target.objects[found];
        if (state.isStamped() && value != null && target.stamps[found] != key.freezes) {
            value = own(target, found, value);
        }
        Lifetime lifetime = state.slotLifetime;
        return lifetime == null || value == null ? value : inTime(lifetime, (Stamped) value);
    }

    /** The value where it hasn't expired; else it is removed. */
    private @Nullable Object inTime(Lifetime lifetime, Stamped stored) {
        long now = lifetime.nowMillis();
        if (stored.lastUseMillis() <= lifetime.cutoffMillis(now)) {
            clear();
            return null;
        }
        Object value = stored.value();
        if (lifetime.isRenewedByReads() && value != null && stored.lastUseMillis() != now) {
            storeOwned(value);
        }
        return value;
    }

    /** Removes what of the current key's entry has expired; only of a state whose values expire. */
    void purge() {
        Lifetime lifetime = state.slotLifetime;
        int found = slot();
        if (lifetime != null
                && found != GroupTable.ABSENT
                && StampedForm.hasExpired(
                        state.meta.kind(), Objects.requireNonNull(table().objects[found]), lifetime.cutoffMillis())) {
            clear();
        }
    }

    /** Whether anything that hasn't expired is stored under the current key. */
    final boolean holds() {
        if (state.lifetime != null) {
            purge();
        }
        return slot() != GroupTable.ABSENT;
    }

    private Object own(GroupTable target, int found, Object value) {
        Object copy = key.copier.copy(value);
        if (copy != value) {
            target.beforeWrite();
            target.objects[found] = copy;
        }
        target.stamp(found, key.freezes);
        return copy;
    }

    /** Whether this very object is the stored one, and in no frozen view. */
    final boolean isHandedOut(Object value) {
        int found = slot();
        if (found == GroupTable.ABSENT || !state.isStamped() || table().stamps[found] != key.freezes) {
            return false;
        }
        Object stored = table().objects[found];
        return stored == value
                || (state.slotLifetime != null && stored instanceof Stamped stamped && stamped.value() == value);
    }

    /** Stores a value that nobody else holds, or an immutable one. */
    final void storeOwned(Object value) {
        if (state.cell != Cell.OBJECT) {
            long bits = state.cell.unbox(value);
            int target = slotForWrite();
            table().longs[target] = bits;
            return;
        }
        Lifetime lifetime = state.slotLifetime;
        storeInSlot(lifetime == null ? value : new Stamped(lifetime.nowMillis(), value));
    }

    private void storeInSlot(Object stored) {
        int target = slotForWrite();
        table().objects[target] = stored;
        if (state.isStamped()) {
            table().stamp(target, key.freezes);
        }
    }

    final long longAt(int found) {
        return table().longs[found];
    }

    /** Small, so that it is compiled into its callers: after a read the slot is known and mostly its own. */
    final void storeLong(long bits) {
        GroupTable target = table;
        if (boundTo == key.generation && slot != GroupTable.ABSENT && target != null && !target.isShared()) {
            target.longs[slot] = bits;
        } else {
            storeLongAnywhere(bits);
        }
    }

    private void storeLongAnywhere(long bits) {
        int target = slotForWrite();
        table().longs[target] = bits;
    }

    /** Stores what is read from storage, under the current key. */
    final HeapLoader.Target loading() {
        return state.cold != null ? state.cold.loading() : onHeap();
    }

    private HeapLoader.Target onHeap() {
        return new HeapLoader.Target() {
            @Override
            public void add(long at, Object value, int expected) {
                bind(at);
                state.tableForInsert(expected);
                if (state.cell == Cell.OBJECT) {
                    storeInSlot(StoredForm.toStored(state, value));
                } else {
                    storeOwned(value);
                }
            }

            @Override
            public void addLong(long at, long value, int expected) {
                if (state.cell == Cell.LONG) {
                    state.tableForInsert(expected).putLong(key, at, value);
                } else {
                    add(at, value, expected);
                }
            }

            @Override
            public void loaded(Map<Integer, Object> contents) {
                state.loaded(contents);
            }
        };
    }

    /** A value as it may be stored: a copy where it is mutable. */
    final Object toOwned(Object value) {
        return state.isStamped() ? key.copier.copy(value) : value;
    }
}
