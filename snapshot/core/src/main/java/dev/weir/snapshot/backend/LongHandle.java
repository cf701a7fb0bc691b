package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.LongState;

/** {@link LongState} over a long array. */
final class LongHandle extends HeapHandle implements LongState {

    LongHandle(HeapState state) {
        super(state);
    }

    @Override
    public long value() {
        int slot = slot();
        return slot == GroupTable.ABSENT ? 0 : table().longs[slot];
    }

    @Override
    public void update(long value) {
        storeLong(value);
    }

    @Override
    public long add(long delta) {
        long sum = value() + delta;
        storeLong(sum);
        return sum;
    }

    @Override
    public boolean isSet() {
        return slot() != GroupTable.ABSENT;
    }
}
