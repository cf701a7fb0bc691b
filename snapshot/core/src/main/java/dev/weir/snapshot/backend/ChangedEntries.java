package dev.weir.snapshot.backend;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What had changed on the heap in one state of a {@link ColdStore} when a view was frozen, and isn't stored yet. Nothing of
 * it is written any more: any one thread may read it, any number of times.
 */
public final class ChangedEntries {

    private final StateMeta meta;
    private final int[] counts;
    private final FrozenTable.ValueView values;
    private final @Nullable FrozenTable[] tables;
    private final int[][] stamps;
    private final int since;
    private final int firstGroup;

    /**
     * What has a stamp above a figure.
     *
     * @param counts how many entries each key group has, on the heap or not
     * @param state whose tables are frozen with their stamps
     * @param since the largest stamp of what is stored
     */
    ChangedEntries(HeapState state, int[] counts, int since) {
        FrozenState frozen = state.freeze();
        this.meta = state.meta;
        this.counts = counts;
        this.values = frozen.view();
        this.tables = frozen.tables();
        this.stamps = new int[tables.length][];
        this.since = since;
        this.firstGroup = frozen.firstGroup();
        for (int i = 0; i < tables.length; i++) {
            GroupTable table = state.tableAt(i);
            stamps[i] = table == null ? TableLayout.NO_INTS : table.stamps;
        }
    }

    /** The state's. */
    public StateMeta meta() {
        return meta;
    }

    /** How many entries each key group had, from the first group owned, on the heap or not. */
    public int[] counts() {
        return counts;
    }

    /** Takes what has changed in a key group. */
    @FunctionalInterface
    public interface Target {
        /** Called for one key group, in rising order; some have no entries. */
        void group(int keyGroup, KeyedEntries changed) throws IOException;
    }

    /** Shows all that has changed. */
    public void forEach(Target target) throws IOException {
        for (int i = 0; i < tables.length; i++) {
            FrozenTable table = tables[i];
            if (table != null) {
                target.group(firstGroup + i, table.changed(values, stamps[i], since));
            }
        }
    }

    /** Roughly what it takes in memory if nothing of it were shared with the live state any more, in bytes. */
    public long heapBytes() {
        long bytes = 0;
        for (FrozenTable table : tables) {
            bytes += table == null ? 0 : table.heapBytes();
        }
        return bytes;
    }
}
