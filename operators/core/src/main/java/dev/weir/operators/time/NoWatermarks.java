package dev.weir.operators.time;

import dev.weir.engine.operator.Timestamps;

/** Makes no watermarks: event time stands still until the input ends. */
final class NoWatermarks<T> implements WatermarkGenerator<T> {

    @Override
    public void onRecord(T record, long timestamp) {}

    @Override
    public long currentWatermark() {
        return Timestamps.NONE;
    }
}
