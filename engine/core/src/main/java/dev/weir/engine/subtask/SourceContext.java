package dev.weir.engine.subtask;

import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.SplitScope;

/** What the reader of a subtask may ask for. */
record SourceContext(SubtaskSpec spec, TaskClock clock, Outbox outbox, SourceSplits splits) implements ReaderContext {

    @Override
    public int subtaskIndex() {
        return spec.id().index();
    }

    @Override
    public int parallelism() {
        return spec.parallelism();
    }

    @Override
    public void requestSplit() {
        outbox.report(new SubtaskReport.SplitRequested(spec.fence(), spec.id()));
    }

    @Override
    public SplitScope split(String splitId) {
        return splits.of(splitId);
    }

    @Override
    public Runnable waker() {
        return outbox::wakeSource;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public long processingTimeMillis() {
        return clock.currentTimeMillis();
    }
}
