package dev.weir.samples.peers.common;

import java.time.Duration;

/**
 * When the records of one source of {@link Workload.Job#PACED_SUM} should be made: all sources together make one each 10
 * microseconds, in turn, whatever holds them up. A source makes at once what it owes, and each record carries the time at
 * which it should have been made, so that a stall counts for all the records it delays. Immutable.
 */
public final class Pacing {

    /** Records per second of all the sources together. */
    public static final int RECORDS_PER_SECOND = 100_000;

    /** For so long latencies aren't counted. */
    public static final Duration WARM_UP = Duration.ofSeconds(10);

    private static final long NANOS_PER_RECORD = 1_000_000_000L / RECORDS_PER_SECOND;
    private static final long NANOS_PER_OWN_RECORD = NANOS_PER_RECORD * Workload.PARALLELISM;

    private final long firstNanos;

    private Pacing(long firstNanos) {
        this.firstNanos = firstNanos;
    }

    /**
     * The pace of a source.
     *
     * @param startNanos when the job started, by {@link System#nanoTime}: {@link Meter#startNanos}
     */
    public static Pacing of(int sourceIndex, long startNanos) {
        return new Pacing(startNanos + sourceIndex * NANOS_PER_RECORD);
    }

    /** When the source's record number {@code index}, from 0, should be made, by {@link System#nanoTime}. */
    public long createdNanos(long index) {
        return firstNanos + index * NANOS_PER_OWN_RECORD;
    }

    /** How many of the source's records should have been made by now. */
    public long dueCount(long nowNanos) {
        return Math.floorDiv(nowNanos - firstNanos, NANOS_PER_OWN_RECORD) + 1;
    }

    /** How many records each source makes in so many seconds. */
    static long recordsPerSource(long seconds) {
        return seconds * RECORDS_PER_SECOND / Workload.PARALLELISM;
    }
}
