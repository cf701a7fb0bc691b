package dev.weir.samples.peers.weir;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Pacing;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;

/** Emits at each poll the records that should have been made by then, and asks to be polled when the next is due. */
final class PacedReader extends SplitReader<TimedEvent> {

    private final ReaderContext context;
    private Pacing pacing = Pacing.of(0, 0);

    PacedReader(Workload workload, ReaderContext context) {
        super(workload);
        this.context = context;
    }

    @Override
    void start(int sourceIndex, long jobStartNanos) {
        pacing = Pacing.of(sourceIndex, jobStartNanos);
    }

    @Override
    int dueCount(long firstIndex, int maxCount) {
        return (int) Math.min(maxCount, pacing.dueCount(context.nanoTime()) - firstIndex);
    }

    @Override
    void emit(Generator from, long firstIndex, int count, Output<TimedEvent> output) throws Exception {
        for (int i = 0; i < count; i++) {
            int key = from.nextKey();
            TimedEvent event = new TimedEvent(key, Records.valueOf(key), pacing.createdNanos(firstIndex + i));
            output.emit(event, Timestamps.NONE);
        }
    }

    @Override
    PollResult next(long nextIndex) {
        long nextNanos = pacing.createdNanos(nextIndex);
        return nextNanos - context.nanoTime() <= 0 ? PollResult.MORE : PollResult.idleUntil(nextNanos);
    }
}
