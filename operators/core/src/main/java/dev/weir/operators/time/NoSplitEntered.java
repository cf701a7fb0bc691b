package dev.weir.operators.time;

import dev.weir.engine.operator.Timestamps;

/** Stands where a split's generator will: a reader that tells its splits tells before each record whose it is. */
final class NoSplitEntered<T> implements WatermarkGenerator<T> {

    @Override
    public void onRecord(T record, long timestamp) {
        throw new IllegalStateException("a reader whose time scope is SPLIT enters a split before it emits: record="
                + record + "; call enter() on what ReaderContext.split(..) gave, before the split's records");
    }

    @Override
    public long currentWatermark() {
        return Timestamps.NONE;
    }
}
