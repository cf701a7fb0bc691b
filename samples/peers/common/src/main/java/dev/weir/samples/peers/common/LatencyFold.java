package dev.weir.samples.peers.common;

import java.util.List;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * The latencies that one sink sees: from the time at which a record should have been made until now. Accurate to a
 * thousandth; nothing is allocated per record. Owned by the sink's thread; read by others only after the job has returned.
 */
public final class LatencyFold {

    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Histogram nanos = new Histogram(LONGEST_NANOS, DIGITS);
    private final LongSupplier warmUpEnd;
    private boolean knowsWarmUpEnd;
    private long countedFromNanos;

    /**
     * A fold without latencies.
     *
     * @param warmUpEnd asked at the first record, when a source must have started: records that should have been made
     *     earlier aren't counted
     */
    LatencyFold(LongSupplier warmUpEnd) {
        this.warmUpEnd = warmUpEnd;
    }

    /** A record has arrived that should have been made at {@code createdNanos}; see {@link Pacing#createdNanos}. */
    public void add(long createdNanos) {
        if (!knowsWarmUpEnd) {
            countedFromNanos = warmUpEnd.getAsLong();
            knowsWarmUpEnd = true;
        }
        if (createdNanos - countedFromNanos >= 0) {
            addAt(createdNanos, System.nanoTime());
        }
    }

    /** Latencies above ten minutes count as such; a clock that differs between cores makes none negative. */
    void addAt(long createdNanos, long nowNanos) {
        nanos.recordValue(Math.max(0, Math.min(nowNanos - createdNanos, LONGEST_NANOS)));
    }

    /** Hands the percentiles over all the sinks' records to the meter; none when no record was counted. */
    static void report(List<LatencyFold> folds, Meter meter) {
        Histogram all = new Histogram(LONGEST_NANOS, DIGITS);
        folds.forEach(fold -> all.add(fold.nanos));
        if (all.getTotalCount() == 0) {
            return;
        }
        meter.figure("latencies", (double) all.getTotalCount());
        meter.figure("p50Micros", all.getValueAtPercentile(50) / NANOS_PER_MICRO);
        meter.figure("p99Micros", all.getValueAtPercentile(99) / NANOS_PER_MICRO);
        meter.figure("p999Micros", all.getValueAtPercentile(99.9) / NANOS_PER_MICRO);
        meter.figure("maxMicros", all.getMaxValue() / NANOS_PER_MICRO);
    }
}
