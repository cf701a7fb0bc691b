package dev.weir.engine.simulation.program;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.SplitEnumerator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Deals out splits. Its state: those it has not given out. */
final class ItemEnumerator implements SplitEnumerator<ItemSplit, List<ItemSplit>> {

    private final EnumeratorContext<ItemSplit> context;
    private final SourceShape shape;
    private final Scene scene;
    private final Deque<ItemSplit> left;

    ItemEnumerator(EnumeratorContext<ItemSplit> context, SourceShape shape, Scene scene, List<ItemSplit> left) {
        this.context = context;
        this.shape = shape;
        this.scene = scene;
        this.left = new ArrayDeque<>(left);
    }

    @Override
    public void start() throws Exception {
        scene.interference().before(Phase.ENUMERATOR);
    }

    @Override
    public void onReader(int subtaskIndex) {
        if (shape.dealing() == Topology.Dealing.AT_START) {
            // All at once: the reader takes them side by side, so that event time rises.
            List<ItemSplit> share = left.stream()
                    .filter(split -> split.number() % context.parallelism() == subtaskIndex)
                    .toList();
            if (!share.isEmpty()) {
                left.removeAll(share);
                context.assign(subtaskIndex, share);
            }
            context.noMoreSplits(subtaskIndex);
        }
    }

    @Override
    public void onSplitRequest(int subtaskIndex) throws Exception {
        scene.interference().before(Phase.ENUMERATOR);
        ItemSplit next = left.pollFirst();
        if (next == null) {
            context.noMoreSplits(subtaskIndex);
        } else {
            context.assign(subtaskIndex, List.of(next));
        }
    }

    @Override
    public void onSplitsReturned(List<ItemSplit> splits, int subtaskIndex) {
        splits.forEach(left::addFirst);
    }

    @Override
    public List<ItemSplit> snapshot(long checkpointId) throws Exception {
        scene.interference().before(Phase.ENUMERATOR);
        left.forEach(
                split -> scene.observer().onPosition(checkpointId, shape.origin(split.number()), split.position()));
        return new ArrayList<>(left);
    }

    @Override
    public void close() {
        left.clear();
    }
}
