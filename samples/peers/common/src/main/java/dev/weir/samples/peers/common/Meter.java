package dev.weir.samples.peers.common;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import org.jspecify.annotations.Nullable;

/**
 * Measures one job. The window opens when the first source is about to make its first record and closes when the last
 * sink has seen its last one. Thread-safe; nothing here is called per record but {@link SinkFold#add},
 * {@link LatencyFold#add} and {@link Crashes#strikes}; {@link #goesOn} is a read of a volatile field, for once per batch.
 *
 * <p>The systems build their operators themselves, some by copying them through a serializer, so operators find the
 * meter of the running job by {@link #current()}: one job runs at a time in a peer's JVM.
 */
public final class Meter {

    /** More than any system's batch: so far may a source be ahead of what it last said. */
    private static final long MAX_BATCH_RECORDS = 100_000;

    private static volatile @Nullable Meter current;

    private final Workload workload;
    private final StopRule stop;
    private final Crashes crashes;
    private final @Nullable LastSums lastSums;
    private final long[] sourceCounts = new long[Workload.PARALLELISM];
    private final List<ResultFold> folds = new ArrayList<>();
    private final List<LatencyFold> latencies = new ArrayList<>();
    private final Restoring restoring = new Restoring();
    private final CheckpointTimes checkpointTimes = new CheckpointTimes();
    private @Nullable ProcessStamp opened;
    private @Nullable ProcessStamp closed;
    private @Nullable Instant firstRecord;
    private long openedMillis;
    private long stoppedMillis = Long.MAX_VALUE;
    private final LongAccumulator furthestCount = new LongAccumulator(Math::max, 0);
    private volatile long recordLimit;
    private volatile boolean isOpened;
    private volatile boolean isStopped;
    private long checkpointCount;
    private long checkpointNanos;
    private double meanBatchRecords;
    private final Map<String, Double> figures = new LinkedHashMap<>();

    private Meter(Workload workload, StopRule stop) {
        this.workload = workload;
        this.stop = stop;
        recordLimit = stop.recordsPerSource();
        crashes = new Crashes(stop.crashCount(), () -> furthestCount.get() >= stop.recordsBeforeCrash());
        lastSums = workload.keepsLastSums() ? new LastSums(workload.keyCount()) : null;
    }

    /** Starts measuring a job. */
    static Meter begin(Workload workload, StopRule stop) {
        Meter meter = new Meter(workload, stop);
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

    /** A source is about to make its first record, or its first one after a restart. The first call opens the window. */
    public synchronized void sourceStarted() {
        if (opened == null) {
            opened = ProcessStamp.now();
            openedMillis = System.currentTimeMillis();
            isOpened = true;
            if (stop.time() != null) {
                CompletableFuture.delayedExecutor(stop.time().toNanos(), TimeUnit.NANOSECONDS)
                        .execute(this::stop);
            }
        }
    }

    private synchronized void stop() {
        stoppedMillis = System.currentTimeMillis();
        isStopped = true;
    }

    /** When the window opened, by {@link System#nanoTime}; only after {@link #sourceStarted}. */
    public synchronized long startNanos() {
        return openedStamp().wallNanos();
    }

    /** Whether a source that has emitted so many records goes on. Ask once per batch. */
    public boolean goesOn(long emittedCount) {
        if (stop.crashCount() > 0) {
            furthestCount.accumulate(emittedCount);
        }
        return emittedCount < recordLimit() && !isStopped;
    }

    /** Whether a source that doesn't go on waits for {@link Steps#nextLimit}, in place of ending. */
    public boolean waits(int sourceIndex) {
        Steps steps = stop.steps();
        if (steps == null || steps.isOver()) {
            return false;
        }
        steps.reached(sourceIndex);
        return true;
    }

    /** Done when sources that wait may go on, or are to end. Only where {@link #waits} says that they wait. */
    public CompletableFuture<Void> nextLimit() {
        return steps().nextLimit();
    }

    /** The steps of a job whose sources wait for checkpoints. */
    public Steps steps() {
        Steps steps = stop.steps();
        if (steps == null) {
            throw new IllegalStateException("the sources of this job don't wait for checkpoints");
        }
        return steps;
    }

    /** Whether this job only fills the state that the measured one restores: it waits for its end from outside. */
    public boolean isFilling() {
        return workload.isRestored() && stop.steps() != null;
    }

    /** Waits until all keys have been emitted. */
    public void awaitFilled() throws InterruptedException, ExecutionException {
        steps().firstReached().get();
    }

    /** Whether the sources of this job wait for checkpoints. */
    public boolean isStepping() {
        return stop.steps() != null;
    }

    /** The restore of the measured job. */
    public Restoring restoring() {
        return restoring;
    }

    /** A source's part of a checkpoint is taken; after so many records. */
    public void snapshotTaken(int sourceIndex, long checkpointId, long emittedCount) {
        if (stop.steps() != null) {
            stop.steps().snapshotTaken(sourceIndex, checkpointId, emittedCount);
        }
    }

    /** A checkpoint has completed: told once of each, by the first source. */
    public void roundCompleted(long checkpointId) {
        crashes.checkpointCompleted();
        if (stop.steps() != null) {
            stop.steps().checkpointCompleted(checkpointId);
        }
    }

    /** How many records a source may add to its batch of {@code wantedCount} without passing its limit. */
    public int allowed(long emittedCount, int wantedCount) {
        return (int) Math.min(wantedCount, recordLimit() - emittedCount);
    }

    private long recordLimit() {
        return stop.steps() == null ? recordLimit : stop.steps().limit();
    }

    /** Source {@code sourceIndex} has emitted its records 0..emittedCount-1 and ends. */
    public synchronized void sourceEnded(int sourceIndex, long emittedCount) {
        sourceCounts[sourceIndex] = emittedCount;
    }

    /** A fold for one sink, which opens one again when it is restarted. */
    public synchronized SinkFold openSink() {
        if (lastSums != null) {
            return lastSums.openFold(this, crashes.crashCount());
        }
        ResultFold fold = new ResultFold(this, crashes.crashCount());
        folds.add(fold);
        return fold;
    }

    /** For one sink of {@link Workload.Job#PACED_SUM}. */
    public synchronized LatencyFold openLatencies() {
        LatencyFold fold = new LatencyFold(() -> startNanos() + Pacing.WARM_UP.toNanos());
        latencies.add(fold);
        return fold;
    }

    /** For one sink of {@link Workload.Job#SLOW_SUM}. */
    public SlowSink openSlowSink() {
        return new SlowSink(this);
    }

    /** The checkpoints of the job, for workloads that ask how long each took. */
    public CheckpointTimes checkpointTimes() {
        return checkpointTimes;
    }

    /** The crashes of the job; none for most. */
    public Crashes crashes() {
        return crashes;
    }

    /** A sink has got its first record; {@code crashesBefore} is how many crashes there had been when it was opened. */
    void firstRecord(int crashesBefore) {
        crashes.firstRecordAt(crashesBefore, System.nanoTime());
        if (stop.crashCount() > 0 && crashes.isDone()) {
            stopPastAllAttempts();
        }
        noteFirst(Instant.now());
    }

    /** No attempt may have shown a sink records that the last one doesn't make again: the sums to expect lack them. */
    private synchronized void stopPastAllAttempts() {
        recordLimit = Math.min(recordLimit, furthestCount.get() + MAX_BATCH_RECORDS);
    }

    private synchronized void noteFirst(Instant now) {
        if (firstRecord == null) {
            firstRecord = now;
        }
    }

    /** When the first record reached a sink; null when none did. */
    synchronized @Nullable Instant firstRecord() {
        return firstRecord;
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

    /** Whether records flow: the first source has started, and the sources haven't been stopped. */
    public boolean isOpen() {
        return isOpened && !isStopped;
    }

    /** Takes the job's result. Call when the job has returned; a job whose sinks never told their end ends here. */
    synchronized Measurement finish() {
        ProcessStamp start = openedStamp();
        ProcessStamp end = closed == null ? ProcessStamp.now() : closed;
        crashes.report(this);
        LatencyFold.report(latencies, this);
        checkpointTimes.report(this, openedMillis, stoppedMillis);
        return new Measurement(
                Arrays.stream(sourceCounts).boxed().toList(),
                lastSums == null
                        ? folds.stream().map(ResultFold::totals).reduce(Totals.NONE, Totals::plus)
                        : lastSums.totals(),
                end.wallNanos() - start.wallNanos(),
                end.cpuNanos() - start.cpuNanos(),
                end.gcMillis() - start.gcMillis(),
                new CheckpointFigures(
                        checkpointCount, checkpointCount == 0 ? 0 : checkpointNanos / 1e6 / checkpointCount),
                meanBatchRecords,
                figures);
    }

    private ProcessStamp openedStamp() {
        if (opened == null) {
            throw new IllegalStateException("the job began, but no source of it called sourceStarted");
        }
        return opened;
    }
}
