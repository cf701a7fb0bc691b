package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.ValueState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@link ValueState} of Longs over a long array. Its methods are small enough to be compiled into the user's function,
 * where a box that does not leave it is then never made.
 */
final class LongValueHandle extends HeapHandle implements ValueState<Long> {

    private final @Nullable Supplier<Long> defaultValue;

    private LongValueHandle(HeapState state, @Nullable Supplier<Long> defaultValue) {
        super(state);
        this.defaultValue = defaultValue;
    }

    /** The handle of a state whose values are Longs, and so are its defaults. */
    static LongValueHandle of(HeapState state, @Nullable Supplier<?> defaultValue) {
        return new LongValueHandle(state, defaultValue == null ? null : () -> (Long) defaultValue.get());
    }

    @Override
    public @Nullable Long value() {
        int slot = slot();
        return slot == GroupTable.ABSENT ? absent() : Long.valueOf(longAt(slot));
    }

    private @Nullable Long absent() {
        return defaultValue == null ? null : defaultValue.get();
    }

    @Override
    public void update(@Nullable Long value) {
        if (value == null) {
            clear();
        } else {
            storeLong(value);
        }
    }
}
