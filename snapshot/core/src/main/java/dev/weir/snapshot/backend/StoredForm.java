package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.StateKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The form in which a state's values pass to and from a {@link KeyedStateSink}. */
final class StoredForm {

    private static final FrozenTable.ValueView LONGS = new FrozenTable.ValueView() {
        @Override
        public Object at(FrozenTable table, int slot) {
            return table.longs()[slot];
        }

        @Override
        public boolean givesLongs() {
            return true;
        }
    };

    private StoredForm() {}

    static FrozenTable.ValueView viewOf(StateKind kind, Cell cell) {
        if (cell == Cell.LONG) {
            return LONGS;
        }
        if (cell != Cell.OBJECT) {
            return (table, slot) -> cell.box(table.longs()[slot]);
        }
        return (table, slot) -> ofObject(kind, object(table, slot));
    }

    /** What a sink is given for the object in a slot. */
    static Object ofObject(StateKind kind, Object inSlot) {
        return switch (kind) {
            case LIST -> ((HeapList) inSlot).view();
            case MAP -> Collections.unmodifiableMap(((HeapMap) inSlot).entries);
            default -> inSlot;
        };
    }

    private static Object object(FrozenTable table, int slot) {
        return Objects.requireNonNull(table.objects()[slot]);
    }

    /** The object a table keeps for a value that was read; it belongs to the table from then on. */
    static Object toStored(HeapState state, Object value) {
        int freezes = state.key.freezes;
        return switch (state.meta.kind()) {
            case LIST -> HeapList.of((List<?>) value, freezes);
            case MAP -> HeapMap.of((Map<?, ?>) value, freezes);
            default -> value;
        };
    }
}
