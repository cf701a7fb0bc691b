package dev.weir.operators.time;

import dev.weir.engine.operator.Timestamps;
import java.nio.ByteBuffer;

/**
 * The watermark stays {@code bound + 1} ms behind the largest timestamp seen: an equal timestamp, or one at most the
 * bound older, may still come. Invariant: no arithmetic here wraps around; a watermark that would lie below the range
 * of long is no watermark.
 */
final class BoundedOutOfOrderness<T> implements WatermarkGenerator<T> {

    private static final byte VERSION = 1;

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

    @Override
    public byte[] snapshot() {
        return ByteBuffer.allocate(Byte.BYTES + Long.BYTES)
                .put(VERSION)
                .putLong(largestTimestamp)
                .array();
    }

    @Override
    public void restore(byte[] state) {
        if (state.length != Byte.BYTES + Long.BYTES || state[0] != VERSION) {
            throw new IllegalArgumentException("the state of a watermark generator has version " + VERSION + " and "
                    + (Byte.BYTES + Long.BYTES) + " bytes: got " + state.length + " bytes of version " + state[0]
                    + "; the generator was another one when the checkpoint was taken: give the operator another name");
        }
        largestTimestamp = ByteBuffer.wrap(state).getLong(1);
    }
}
