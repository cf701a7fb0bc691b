package dev.weir.samples.peers.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sources that wait at a limit until a checkpoint is complete that holds all records up to it, and then go on to the next
 * limit: so each checkpoint has the same number of records more than the one before. Behind the last step sources end.
 * Thread-safe.
 *
 * <p>Checkpoints that were taken on the way to a limit don't count.
 */
public final class Steps {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MB = 1 << 20;

    private final long stepRecords;
    private final int count;
    private final long[] firstAtLimit = new long[Workload.PARALLELISM];
    private final boolean[] isAtLimit = new boolean[Workload.PARALLELISM];
    private final List<Long> checkpoints = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private final CompletableFuture<Void> firstReached = new CompletableFuture<>();
    private CompletableFuture<Void> nextLimit = new CompletableFuture<>();
    private volatile long limit;

    /** What a system reports of one completed checkpoint. */
    private record Round(long checkpointId, double millis, long fullBytes, long newBytes) {}

    /**
     * The way of one job.
     *
     * @param firstLimit records of each source up to the first limit
     * @param stepRecords records of each source between two limits
     * @param count how many limits there are
     */
    Steps(long firstLimit, long stepRecords, int count) {
        this.limit = firstLimit;
        this.stepRecords = stepRecords;
        this.count = count;
    }

    /** How many records a source may have emitted by now. */
    long limit() {
        return limit;
    }

    /** A source has come to the limit. */
    synchronized void reached(int sourceIndex) {
        isAtLimit[sourceIndex] = true;
        if (isAtLimit[0] && isAtLimit[1]) {
            firstReached.complete(null);
        }
    }

    /** A source's part of a checkpoint is taken. */
    synchronized void snapshotTaken(int sourceIndex, long checkpointId, long emittedCount) {
        if (emittedCount == limit && firstAtLimit[sourceIndex] == 0) {
            firstAtLimit[sourceIndex] = checkpointId;
        }
    }

    /** A checkpoint is complete. */
    synchronized void checkpointCompleted(long checkpointId) {
        boolean holdsAll = Arrays.stream(firstAtLimit).allMatch(first -> first != 0 && first <= checkpointId);
        if (!holdsAll || isOver()) {
            return;
        }
        checkpoints.add(checkpointId);
        Arrays.fill(firstAtLimit, 0);
        limit += isOver() ? 0 : stepRecords;
        CompletableFuture<Void> waited = nextLimit;
        nextLimit = new CompletableFuture<>();
        waited.complete(null);
    }

    /** Whether the last step is done: sources end. */
    synchronized boolean isOver() {
        return checkpoints.size() == count;
    }

    /** Done when sources that wait at the limit may go on, or are to end. */
    synchronized CompletableFuture<Void> nextLimit() {
        return nextLimit;
    }

    /** Done when all sources have come to the first limit. */
    CompletableFuture<Void> firstReached() {
        return firstReached;
    }

    /**
     * What the system reports of a completed checkpoint.
     *
     * @param fullBytes all it consists of
     * @param newBytes what was written for it
     */
    public synchronized void report(long checkpointId, long durationNanos, long fullBytes, long newBytes) {
        rounds.add(new Round(checkpointId, durationNanos / NANOS_PER_MILLI, fullBytes, newBytes));
    }

    /** Hands the figures of the first checkpoint, which has everything, and those of the others to the meter. */
    synchronized void report(Meter meter) {
        List<Round> all = rounds.stream()
                .filter(round -> checkpoints.contains(round.checkpointId()))
                .toList();
        if (all.size() < 2) {
            throw new IllegalStateException(
                    "a first checkpoint and one more must be reported: steps=" + checkpoints + ", reported=" + rounds);
        }
        Round first = all.get(0);
        meter.figure("firstMillis", first.millis());
        meter.figure("firstMb", first.newBytes() / BYTES_PER_MB);
        List<Round> others = all.subList(1, all.size());
        Percentiles millis = Percentiles.of(
                others.stream().map(round -> Math.round(round.millis())).toList());
        Percentiles newBytes =
                Percentiles.of(others.stream().map(Round::newBytes).toList());
        Percentiles fullBytes =
                Percentiles.of(others.stream().map(Round::fullBytes).toList());
        meter.figure("deltaMillis", (double) millis.at(50));
        meter.figure("deltaMaxMillis", (double) millis.max());
        meter.figure("deltaMb", newBytes.at(50) / BYTES_PER_MB);
        meter.figure("deltaMaxMb", newBytes.max() / BYTES_PER_MB);
        meter.figure("fullMb", fullBytes.at(50) / BYTES_PER_MB);
        meter.figure("deltas", others.size());
    }
}
