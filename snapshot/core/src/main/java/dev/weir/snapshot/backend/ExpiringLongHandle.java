package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.LongState;

/** {@link LongState} whose longs expire. */
final class ExpiringLongHandle extends HeapHandle implements LongState {

    ExpiringLongHandle(HeapState state) {
        super(state);
    }

    @Override
    public long value() {
        Object value = handOut();
        return value == null ? 0 : (Long) value;
    }

    @Override
    public void update(long value) {
        storeOwned(value);
    }

    @Override
    public long add(long delta) {
        long sum = value() + delta;
        storeOwned(sum);
        return sum;
    }

    @Override
    public boolean isSet() {
        return holds();
    }
}
