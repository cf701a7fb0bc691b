package dev.weir.samples.peers.flink;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;

/** Gives each reader the split of its own index, when it registers. */
final class GeneratorEnumerator implements SplitEnumerator<GeneratorSplit, Unassigned> {

    private final SplitEnumeratorContext<GeneratorSplit> context;
    private final List<GeneratorSplit> unassigned;

    GeneratorEnumerator(SplitEnumeratorContext<GeneratorSplit> context, Unassigned unassigned) {
        this.context = context;
        this.unassigned = new ArrayList<>(unassigned.splits());
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {}

    @Override
    public void addSplitsBack(List<GeneratorSplit> splits, int subtask) {
        unassigned.addAll(splits);
    }

    @Override
    public void addReader(int subtask) {
        for (Iterator<GeneratorSplit> rest = unassigned.iterator(); rest.hasNext(); ) {
            GeneratorSplit split = rest.next();
            if (split.sourceIndex() % context.currentParallelism() == subtask) {
                context.assignSplit(split, subtask);
                rest.remove();
            }
        }
        context.signalNoMoreSplits(subtask);
    }

    @Override
    public Unassigned snapshotState(long checkpointId) {
        return new Unassigned(unassigned);
    }

    @Override
    public void close() {}
}
