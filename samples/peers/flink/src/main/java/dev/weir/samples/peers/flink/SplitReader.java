package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reads the one split of its subtask, a batch per poll, until the meter says that it is enough. Subclasses say what to
 * emit and when. Owned by the task's thread.
 */
abstract class SplitReader<E> implements SourceReader<E, GeneratorSplit> {

    private static final int BATCH_RECORDS = 64;

    /**
     * Flink asks before each poll whether there is a buffer to write to; a reader that fills it and goes on would block the
     * task, and with it the next checkpoint. Where that is what is measured, it emits one record at a time.
     */
    private static final int CAREFUL_BATCH_RECORDS = 1;

    private final Meter meter = Meter.current();
    private final Workload workload;
    private final int batchRecords;
    private final CompletableFuture<Void> splitsKnown = new CompletableFuture<>();
    private final Map<Long, Long> snapshotNanosByCheckpoint = new HashMap<>();
    private @Nullable Generator generator;
    private int sourceIndex;
    private long emittedCount;

    SplitReader(Workload workload) {
        this.workload = workload;
        batchRecords = workload == Workload.BACKPRESSURE ? CAREFUL_BATCH_RECORDS : BATCH_RECORDS;
    }

    @Override
    public void start() {}

    @Override
    public final InputStatus pollNext(ReaderOutput<E> output) {
        if (generator == null) {
            return splitsKnown.isDone() ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }
        if (!meter.goesOn(emittedCount)) {
            if (meter.waits(sourceIndex)) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            meter.sourceEnded(sourceIndex, emittedCount);
            return InputStatus.END_OF_INPUT;
        }
        int dueCount = dueCount(emittedCount, meter.allowed(emittedCount, batchRecords));
        emit(generator, emittedCount, dueCount, output);
        emittedCount += dueCount;
        return waitsFor(emittedCount) ? InputStatus.NOTHING_AVAILABLE : InputStatus.MORE_AVAILABLE;
    }

    @Override
    public final List<GeneratorSplit> snapshotState(long checkpointId) {
        snapshotNanosByCheckpoint.put(checkpointId, System.nanoTime());
        meter.snapshotTaken(sourceIndex, checkpointId, emittedCount);
        return generator == null ? List.of() : List.of(new GeneratorSplit(sourceIndex, emittedCount));
    }

    @Override
    public final void notifyCheckpointComplete(long checkpointId) {
        Long snapshotNanos = snapshotNanosByCheckpoint.remove(checkpointId);
        if (snapshotNanos != null && sourceIndex == 0) {
            meter.checkpointCompleted(System.nanoTime() - snapshotNanos);
            meter.roundCompleted(checkpointId);
        }
    }

    @Override
    public final CompletableFuture<Void> isAvailable() {
        if (!splitsKnown.isDone()) {
            return splitsKnown;
        }
        if (generator == null || meter.goesOn(emittedCount) || !meter.waits(sourceIndex)) {
            return nextDue();
        }
        CompletableFuture<Void> nextLimit = meter.nextLimit();
        return meter.goesOn(emittedCount) ? nextDue() : nextLimit; // it may have been raised meanwhile
    }

    @Override
    public final void addSplits(List<GeneratorSplit> splits) {
        if (splits.size() != 1 || generator != null) {
            throw new IllegalStateException("a reader has one split: " + splits);
        }
        GeneratorSplit split = splits.get(0);
        sourceIndex = split.sourceIndex();
        emittedCount = split.emittedCount();
        generator = workload.generator(sourceIndex, emittedCount);
        meter.sourceStarted();
        start(sourceIndex, meter.startNanos());
        splitsKnown.complete(null);
    }

    @Override
    public final void notifyNoMoreSplits() {
        splitsKnown.complete(null);
    }

    @Override
    public void close() {}

    /** The split is known, and the job has started. */
    abstract void start(int sourceIndex, long jobStartNanos);

    /** How many of at most {@code maxCount} records are to be made now. */
    abstract int dueCount(long firstIndex, int maxCount);

    /** Makes and emits the records {@code [firstIndex, firstIndex + count)}. */
    abstract void emit(Generator from, long firstIndex, int count, ReaderOutput<E> output);

    /** Whether record {@code nextIndex} isn't due yet; then {@link #nextDue} tells when it is. */
    abstract boolean waitsFor(long nextIndex);

    /** Done when the next record is due. */
    abstract CompletableFuture<Void> nextDue();
}
