package dev.weir.samples.peers.weir;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.SourceReader;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the one split of its subtask until the meter says that it is enough. Subclasses say when and what to emit. */
abstract class SplitReader<E> implements SourceReader<E, NumberSplit> {

    /** How often a reader looks whether it may go on. */
    private static final long LIMIT_CHECK_NANOS = 1_000_000;

    private final Meter meter = Meter.current();
    private final Workload workload;
    private @Nullable Generator generator;
    private int sourceIndex;
    private long emittedCount;
    private boolean knowsAllSplits;

    SplitReader(Workload workload) {
        this.workload = workload;
    }

    @Override
    public final void open() {}

    @Override
    public final void addSplits(List<NumberSplit> splits) {
        if (splits.size() != 1 || generator != null) {
            throw new IllegalStateException("a reader has one split: got " + splits
                    + "; the job runs with as many readers as there are generators");
        }
        NumberSplit split = splits.get(0);
        sourceIndex = split.sourceIndex();
        emittedCount = split.emittedCount();
        generator = workload.generator(sourceIndex, emittedCount);
        meter.sourceStarted();
        start(sourceIndex, meter.startNanos());
    }

    @Override
    public final void noMoreSplits() {
        knowsAllSplits = true;
    }

    @Override
    public final PollResult poll(Output<E> output, int budget) throws Exception {
        if (!knowsAllSplits) {
            return PollResult.IDLE;
        }
        Generator from = generator;
        if (from == null) {
            return PollResult.END;
        }
        if (!meter.goesOn(emittedCount)) {
            if (meter.waits(sourceIndex)) {
                return PollResult.idleUntil(System.nanoTime() + LIMIT_CHECK_NANOS);
            }
            meter.sourceEnded(sourceIndex, emittedCount);
            return PollResult.END;
        }
        int dueCount = dueCount(emittedCount, meter.allowed(emittedCount, budget));
        emit(from, emittedCount, dueCount, output);
        emittedCount += dueCount;
        return next(emittedCount);
    }

    @Override
    public final List<NumberSplit> snapshot(long checkpointId) {
        meter.snapshotTaken(sourceIndex, checkpointId, emittedCount);
        return generator == null ? List.of() : List.of(new NumberSplit(sourceIndex, emittedCount));
    }

    @Override
    public final void onCheckpointComplete(long checkpointId) {
        if (generator != null && sourceIndex == 0) {
            meter.roundCompleted(checkpointId);
        }
    }

    @Override
    public final void close() {}

    /** The split is known, and the job has started. */
    abstract void start(int sourceIndex, long jobStartNanos);

    /** How many of at most {@code maxCount} records are to be made now. */
    abstract int dueCount(long firstIndex, int maxCount);

    /** Makes and emits the records {@code [firstIndex, firstIndex + count)}. */
    abstract void emit(Generator from, long firstIndex, int count, Output<E> output) throws Exception;

    /** When to be polled again, for record {@code nextIndex}. */
    abstract PollResult next(long nextIndex);
}
