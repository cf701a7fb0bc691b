package dev.weir.snapshot.backend;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One state's frozen tables, by key group from {@code firstGroup}; null where a group has no entries. */
@SuppressWarnings("ArrayRecordComponent") // never compared: a carrier of tables
record FrozenState(
        StateMeta meta,
        TableLayout layout,
        FrozenTable.ValueView view,
        int firstGroup,
        @Nullable FrozenTable[] tables) implements FrozenPart {

    @Override
    public long heapBytes() {
        long bytes = 0;
        for (FrozenTable table : tables) {
            bytes += table == null ? 0 : table.heapBytes();
        }
        return bytes;
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        sink.state(meta);
        for (int i = 0; i < tables.length; i++) {
            FrozenTable table = tables[i];
            if (table != null && !sink.takes(firstGroup + i, table.size(), table.content())) {
                sink.keyGroup(firstGroup + i, table.size());
                sink.entries(table.entries(view));
            }
        }
    }
}
