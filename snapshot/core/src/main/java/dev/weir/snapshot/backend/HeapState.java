package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.state.StateKind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One registered state: a table per key group, allocated when the group's first entry comes. The owner thread uses it.
 */
final class HeapState {

    /** From this size on a state's tables don't fit the caches, and touching a batch's slots ahead pays. */
    private static final int ENTRIES_WORTH_TOUCHING = 65_536;

    final StateMeta meta;
    final KeyContext key;
    final Cell cell;
    final @Nullable ColdPart cold;

    /** How long what it holds lives; null for as long as nobody clears it. */
    final @Nullable Lifetime lifetime;

    /** The same, where it is the slot's value that expires as a whole: the slot has a {@link Stamped}. */
    final @Nullable Lifetime slotLifetime;

    private final boolean mutable;
    private final TableLayout layout;
    private final int entryBytes;
    private final FrozenTable.ValueView view;
    private final int firstGroup;
    private final @Nullable GroupTable[] tables;

    /** The namespace met last: most records that follow are in it. */
    private long lastNamespace;

    /**
     * How a state is kept.
     *
     * @param mutable whether what is in a slot may be changed in place
     * @param lifetime null where nothing expires
     */
    record Shape(Cell cell, boolean mutable, @Nullable Lifetime lifetime) {}

    HeapState(StateMeta meta, Shape shape, KeyContext key, KeyGroupRange groups, @Nullable ColdPart cold) {
        this.meta = meta;
        this.key = key;
        this.cell = shape.cell();
        this.lifetime = shape.lifetime();
        this.slotLifetime = meta.kind() == StateKind.LIST || meta.kind() == StateKind.MAP ? null : lifetime;
        this.cold = cold;
        this.mutable = shape.mutable();
        boolean namespaced = meta.namespace() == StateMeta.NamespaceKind.LONG;
        this.layout = new TableLayout(namespaced, cell != Cell.OBJECT, mutable || cold != null, cold != null);
        this.entryBytes = layout.entryBytes();
        this.view = StoredForm.viewOf(meta.kind(), cell);
        this.firstGroup = groups.first();
        this.tables = new GroupTable[groups.size()];
    }

    FrozenTable.ValueView view() {
        return view;
    }

    /** The table of a key group; null where none of its entries is on the heap. */
    @Nullable
    GroupTable tableOf(int keyGroup) {
        return tables[keyGroup - firstGroup];
    }

    /** Lets go of a key group's table. */
    void drop(int keyGroup) {
        tables[keyGroup - firstGroup] = null;
    }

    String name() {
        return meta.name();
    }

    /** Whether values may be mutable: a slot's stamp says that its value is in no frozen view. */
    boolean isStamped() {
        return mutable;
    }

    /** The handle has come to another namespace. */
    void onNamespace(long namespace) {
        lastNamespace = namespace;
    }

    /** The current key group's table; null where the group has had no entry. */
    @Nullable
    GroupTable table() {
        int index = key.keyGroup - firstGroup;
        if (index < 0 || index >= tables.length) {
            throw noSuchGroup();
        }
        return tables[index];
    }

    /** A key group's table by its place among those of the subtask; null where the group has had no entry. */
    @Nullable
    GroupTable tableAt(int index) {
        return tables[index];
    }

    int groupCount() {
        return tables.length;
    }

    int groupAt(int index) {
        return firstGroup + index;
    }

    /** The current key group's table, allocated if there was none. */
    GroupTable tableForInsert(int expected) {
        GroupTable table = table();
        return table == null ? tableForInsert(key.keyGroup, expected) : table;
    }

    /** A key group's table, allocated if there was none. */
    GroupTable tableForInsert(int keyGroup, int expected) {
        GroupTable table = tables[keyGroup - firstGroup];
        if (table == null) {
            table = new GroupTable(layout, expected);
            tables[keyGroup - firstGroup] = table;
        }
        return table;
    }

    /** What an entry takes on the heap, roughly, in bytes. */
    int entryBytes() {
        return entryBytes;
    }

    private IllegalStateException noSuchGroup() {
        if (key.keyGroup < 0) {
            return new IllegalStateException("there is no current key: keyed state is used while a record or timer is"
                    + " processed, not in open or close: state=" + name());
        }
        return new IllegalStateException("a key must be in a key group of this subtask: state=" + name()
                + ", keyGroup=" + key.keyGroup + ", owned=" + firstGroup + "-" + (firstGroup + tables.length - 1)
                + ", class=" + key.boxed().getClass().getName()
                + "; its hash code must be the same in every JVM and every time");
    }

    long entryCount() {
        if (cold != null) {
            return cold.entryCount();
        }
        long count = 0;
        for (GroupTable table : tables) {
            count += table == null ? 0 : table.size();
        }
        return count;
    }

    FrozenState freeze() {
        @Nullable FrozenTable[] frozen = new FrozenTable[tables.length];
        for (int i = 0; i < tables.length; i++) {
            GroupTable table = tables[i];
            frozen[i] = table == null || table.size() == 0 ? null : table.freeze();
        }
        return new FrozenState(meta, layout, view, firstGroup, frozen);
    }

    /** What stands for the contents of key groups as they are now. */
    void loaded(Map<Integer, Object> contents) {
        contents.forEach((group, content) -> {
            GroupTable table = tables[group - firstGroup];
            if (table != null) {
                table.loaded(content);
            }
        });
    }

    /**
     * Goes on from a frozen view of the same state, key groups and layout; it shares all arrays with it until it writes.
     *
     * @return false, with nothing done, where the view isn't of that kind
     */
    boolean adopt(FrozenState frozen) {
        boolean isAlike = meta.equals(frozen.meta())
                && layout.equals(frozen.layout())
                && firstGroup == frozen.firstGroup()
                && tables.length == frozen.tables().length;
        if (!isAlike) {
            return false;
        }
        Map<Integer, int[]> unstamped = new HashMap<>();
        for (int i = 0; i < tables.length; i++) {
            FrozenTable table = frozen.tables()[i];
            tables[i] = table == null
                    ? null
                    : new GroupTable(layout, table, unstamped.computeIfAbsent(table.tags().length, layout::stamps));
        }
        return true;
    }

    /** Loads the first cells of a batch's keys where the tables are large; the sum only keeps the reads alive. */
    long touch(KeyBatch keys) {
        if (cold != null) {
            cold.fetch(this, keys, lastNamespace);
            return 0;
        }
        if (!isLarge()) {
            return 0;
        }
        int[] hashes = keys.hashes();
        char[] groups = keys.keyGroups();
        Object[] objects = keys.packedKeys() == null ? keys.keys() : null;
        long seen = 0;
        for (int i = 0; i < keys.size(); i++) {
            if (objects != null && objects[i] instanceof String text) {
                seen += text.length();
            }
            int index = groups[i] - firstGroup;
            GroupTable table = index >= 0 && index < tables.length ? tables[index] : null;
            seen += table == null ? 0 : table.touch(hashes[i], lastNamespace);
        }
        return seen;
    }

    /** Judged by one table, as keys spread evenly. */
    private boolean isLarge() {
        GroupTable table = tables.length == 0 ? null : tables[tables.length / 2];
        return table != null && (long) table.capacity() * tables.length >= ENTRIES_WORTH_TOUCHING;
    }
}
