package dev.weir.engine.simulation.program;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.SplitEnumerator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Deals out splits. Its state: those it has not given out. */
final class ClickEnumerator implements SplitEnumerator<ClickSplit, List<ClickSplit>> {

    private final EnumeratorContext<ClickSplit> context;
    private final Shape.Dealing dealing;
    private final Interference interference;
    private final Deque<ClickSplit> left;

    ClickEnumerator(
            EnumeratorContext<ClickSplit> context,
            Shape.Dealing dealing,
            Interference interference,
            List<ClickSplit> left) {
        this.context = context;
        this.dealing = dealing;
        this.interference = interference;
        this.left = new ArrayDeque<>(left);
    }

    @Override
    public void start() throws Exception {
        interference.before(Phase.ENUMERATOR);
    }

    @Override
    public void onReader(int subtaskIndex) {
        if (dealing == Shape.Dealing.ONE_EACH) {
            for (ClickSplit split : List.copyOf(left)) {
                if (split.number() % context.parallelism() == subtaskIndex) {
                    left.remove(split);
                    context.assign(subtaskIndex, List.of(split));
                }
            }
            context.noMoreSplits(subtaskIndex);
        }
    }

    @Override
    public void onSplitRequest(int subtaskIndex) throws Exception {
        interference.before(Phase.ENUMERATOR);
        ClickSplit next = left.pollFirst();
        if (next == null) {
            context.noMoreSplits(subtaskIndex);
        } else {
            context.assign(subtaskIndex, List.of(next));
        }
    }

    @Override
    public void onSplitsReturned(List<ClickSplit> splits, int subtaskIndex) {
        splits.forEach(left::addFirst);
    }

    @Override
    public List<ClickSplit> snapshot(long checkpointId) throws Exception {
        interference.before(Phase.ENUMERATOR);
        return new ArrayList<>(left);
    }

    @Override
    public void close() {
        left.clear();
    }
}
