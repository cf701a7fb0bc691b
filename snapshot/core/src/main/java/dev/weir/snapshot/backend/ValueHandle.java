package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.ValueState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@link ValueState} on the heap. A default is made anew on each read, copied where it is mutable, and is not stored until
 * it is given to {@code update}.
 */
final class ValueHandle<T> extends HeapHandle implements ValueState<T> {

    private final @Nullable Supplier<T> defaultValue;

    /** The default handed out for the current key and namespace: it may be stored without a copy, once. */
    private @Nullable Object givenDefault;

    ValueHandle(HeapState state, @Nullable Supplier<T> defaultValue) {
        super(state);
        this.defaultValue = defaultValue;
    }

    @Override
    void onRebind() {
        givenDefault = null;
    }

    @Override
    public @Nullable T value() {
        Object value = handOut();
        if (value == null) {
            return defaultValue == null ? null : freshDefault(defaultValue);
        }
        return Unchecked.cast(value);
    }

    private @Nullable T freshDefault(Supplier<T> supplier) {
        Object made = supplier.get();
        if (made == null) {
            return null;
        }
        Object fresh = toOwned(made);
        givenDefault = fresh;
        return Unchecked.cast(fresh);
    }

    @Override
    public void update(@Nullable T value) {
        if (value == null) {
            clear();
        } else if (state.cell == Cell.OBJECT && state.isStamped()) {
            updateMutable(value);
        } else {
            storeOwned(value);
        }
    }

    private void updateMutable(Object value) {
        if (isHandedOut(value)) {
            if (state.slotLifetime != null) {
                storeOwned(value);
            }
            return;
        }
        storeOwned(value == givenDefault ? value : key.copier.copy(value));
        givenDefault = null;
    }
}
