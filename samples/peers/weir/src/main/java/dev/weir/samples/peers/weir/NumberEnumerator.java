package dev.weir.samples.peers.weir;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Gives each reader the split of its index. */
final class NumberEnumerator implements SplitEnumerator<NumberSplit, Unassigned> {

    private final EnumeratorContext<NumberSplit> context;
    private final List<NumberSplit> unassigned;
    private final Set<Integer> readers = new TreeSet<>();

    NumberEnumerator(EnumeratorContext<NumberSplit> context, Unassigned unassigned) {
        this.context = context;
        this.unassigned = new ArrayList<>(unassigned.splits());
    }

    @Override
    public void start() {}

    @Override
    public void onReader(int subtaskIndex) {
        readers.add(subtaskIndex);
        handOut(subtaskIndex);
    }

    @Override
    public void onSplitRequest(int subtaskIndex) {}

    @Override
    public void onSplitsReturned(List<NumberSplit> splits, int subtaskIndex) {
        unassigned.addAll(splits);
        readers.forEach(this::handOut);
    }

    @Override
    public Unassigned snapshot(long checkpointId) {
        return new Unassigned(unassigned);
    }

    @Override
    public void close() {}

    private void handOut(int subtaskIndex) {
        List<NumberSplit> own = unassigned.stream()
                .filter(split -> split.sourceIndex() % context.parallelism() == subtaskIndex)
                .toList();
        unassigned.removeAll(own);
        if (!own.isEmpty()) {
            context.assign(subtaskIndex, own);
        }
        context.noMoreSplits(subtaskIndex);
    }
}
