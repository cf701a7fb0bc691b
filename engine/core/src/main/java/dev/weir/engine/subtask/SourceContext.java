package dev.weir.engine.subtask;

import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.SplitScope;
import dev.weir.snapshot.operator.OperatorStates;

/** What the reader of a subtask may ask for. */
record SourceContext(SubtaskSpec spec, TaskClock clock, Outbox outbox, SourceSplits splits, LinkContext link)
        implements ReaderContext {

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
    public OperatorStates operatorStates() {
        return link.operatorStates();
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
