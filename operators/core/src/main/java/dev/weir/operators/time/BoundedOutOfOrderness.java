package dev.weir.operators.time;

import dev.weir.engine.operator.Timestamps;

/**
 * The watermark stays {@code bound + 1} ms behind the largest timestamp seen: an equal timestamp, or one at most the
 * bound older, may still come. Invariant: no arithmetic here wraps around; a watermark that would lie below the range
 * of long is no watermark.
 */
final class BoundedOutOfOrderness<T> implements WatermarkGenerator<T> {

    private final long boundMillis;
    private long largestTimestamp = Timestamps.NONE;

    BoundedOutOfOrderness(long boundMillis) {
        this.boundMillis = boundMillis;
    }

    @Override
    public void onRecord(T record, long timestamp) {
        if (timestamp > largestTimestamp) {
            largestTimestamp = timestamp;
        }
    }

    @Override
    public long currentWatermark() {
        long lowest = Timestamps.NONE + 1;
        if (largestTimestamp < lowest + boundMillis) {
            return Timestamps.NONE;
        }
        return largestTimestamp - boundMillis - 1;
    }
}
