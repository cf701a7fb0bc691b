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
        int slot = slotForWrite();
        table().longs[slot] = value;
    }

    @Override
    public long add(long delta) {
        boolean absent = slot() == GroupTable.ABSENT;
        int slot = slotForWrite();
        long sum = absent ? delta : table().longs[slot] + delta;
        table().longs[slot] = sum;
        return sum;
    }

    @Override
    public boolean isSet() {
        return slot() != GroupTable.ABSENT;
    }
}
