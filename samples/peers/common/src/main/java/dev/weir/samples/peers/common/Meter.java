package dev.weir.samples.peers.common;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures one job. The window opens when the first source is about to make its first record and closes when the last
 * sink has seen its last one. Thread-safe; nothing here is called per record but {@link SinkFold#add}, and
 * {@link #goesOn} is a read of a volatile field, for once per batch.
 *
 * <p>The systems build their operators themselves, some by copying them through a serializer, so operators find the
 * meter of the running job by {@link #current()}: one job runs at a time in a peer's JVM.
 */
public final class Meter {

    private static volatile @Nullable Meter current;

    private final long recordLimitPerSource;
    private final @Nullable Duration timeLimit;
    private final long[] sourceCounts = new long[Workload.PARALLELISM];
    private final List<SinkFold> folds = new ArrayList<>();
    private @Nullable ProcessStamp opened;
    private @Nullable ProcessStamp closed;
    private volatile boolean timeIsUp;
    private long checkpointCount;
    private long checkpointNanos;
    private double meanBatchRecords;
    private final Map<String, Double> figures = new LinkedHashMap<>();

    private Meter(long recordLimitPerSource, @Nullable Duration timeLimit) {
        this.recordLimitPerSource = recordLimitPerSource;
        this.timeLimit = timeLimit;
    }

    /** Starts measuring a job whose sources stop after so many records each. */
    static Meter beginCounted(long recordsPerSource) {
        return begin(new Meter(recordsPerSource, null));
    }

    /** Starts measuring a job whose sources stop so long after the first record. */
    static Meter beginTimed(Duration timeLimit) {
        return begin(new Meter(Long.MAX_VALUE, timeLimit));
    }

    private static Meter begin(Meter meter) {
        current = meter;
        return meter;
    }

    /** The meter of the job that runs in this JVM. */
    public static Meter current() {
        Meter meter = current;
        if (meter == null) {
            throw new IllegalStateException("a job is measured only when started by PeerMain.run");
        }
        return meter;
    }

    /** A source is about to make its first record. The first call opens the window. */
    public synchronized void sourceStarted() {
        if (opened == null) {
            opened = ProcessStamp.now();
            if (timeLimit != null) {
                CompletableFuture.delayedExecutor(timeLimit.toNanos(), TimeUnit.NANOSECONDS)
                        .execute(() -> timeIsUp = true);
            }
        }
    }

    /** Whether a source that has emitted so many records goes on. Ask once per batch. */
    public boolean goesOn(long emittedCount) {
        return emittedCount < recordLimitPerSource && !timeIsUp;
    }

    /** How many records a source may add to its batch of {@code wantedCount} without passing its limit. */
    public int allowed(long emittedCount, int wantedCount) {
        return (int) Math.min(wantedCount, recordLimitPerSource - emittedCount);
    }

    /** Source {@code sourceIndex} has emitted its records 0..emittedCount-1 and ends. */
    public synchronized void sourceEnded(int sourceIndex, long emittedCount) {
        sourceCounts[sourceIndex] = emittedCount;
    }

    /** A fold for one sink. */
    public synchronized SinkFold openSink() {
        SinkFold fold = new SinkFold(this);
        folds.add(fold);
        return fold;
    }

    /** The last call closes the window. */
    synchronized void sinkEnded() {
        closed = ProcessStamp.now();
    }

    /** A checkpoint has completed, so long after it began. */
    public synchronized void checkpointCompleted(long durationNanos) {
        checkpointCount++;
        checkpointNanos += durationNanos;
    }

    /** For systems that move records in batches: the mean size of those between subtasks. */
    public synchronized void meanBatch(double recordsPerBatch) {
        meanBatchRecords = recordsPerBatch;
    }

    /**
     * A further figure of the job, for workloads that ask for more than throughput.
     *
     * @param name its name in the report: letters and digits, with the unit
     */
    public synchronized void figure(String name, double value) {
        figures.put(name, value);
    }

    /** Whether records flow: the first source has started, and the time isn't up. */
    synchronized boolean isOpen() {
        return opened != null && !timeIsUp;
    }

    /** Takes the job's result. Call when the job has returned; a job whose sinks never told their end ends here. */
    synchronized Measurement finish() {
        if (opened == null) {
            throw new IllegalStateException("the job returned, but no source of it called sourceStarted");
        }
        ProcessStamp end = closed == null ? ProcessStamp.now() : closed;
        Totals totals = folds.stream().map(SinkFold::totals).reduce(Totals.NONE, Totals::plus);
        return new Measurement(
                Arrays.stream(sourceCounts).boxed().toList(),
                totals,
                end.wallNanos() - opened.wallNanos(),
                end.cpuNanos() - opened.cpuNanos(),
                end.gcMillis() - opened.gcMillis(),
                new CheckpointFigures(
                        checkpointCount, checkpointCount == 0 ? 0 : checkpointNanos / 1e6 / checkpointCount),
                meanBatchRecords,
                figures);
    }
}
