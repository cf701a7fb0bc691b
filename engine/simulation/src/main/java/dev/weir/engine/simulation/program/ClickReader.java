package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.SourceReader;
import java.util.ArrayList;
import java.util.List;

/** Reads its splits one after the other, a few clicks at a time, with pauses that follow from the position. */
final class ClickReader implements SourceReader<Click, ClickSplit> {

    private static final long PAUSE_NANOS = 1_500_000;

    private final Shape shape;
    private final ReaderContext context;
    private final Interference interference;
    private final List<ClickSplit> splits = new ArrayList<>();
    private boolean noMore;
    private boolean asked;

    ClickReader(Shape shape, ReaderContext context, Interference interference) {
        this.shape = shape;
        this.context = context;
        this.interference = interference;
    }

    @Override
    public void open() throws Exception {
        interference.before(Phase.OPEN);
    }

    @Override
    public void addSplits(List<ClickSplit> added) {
        splits.addAll(added);
        asked = false;
    }

    @Override
    public void noMoreSplits() {
        noMore = true;
    }

    @Override
    public PollResult poll(Output<Click> output, int budget) throws Exception {
        interference.before(Phase.POLL);
        if (splits.isEmpty()) {
            return withoutSplits();
        }
        ClickSplit split = splits.get(0);
        long position = split.position();
        long end = Math.min(shape.clicksPerSplit(), position + budget);
        while (position < end) {
            output.emit(shape.click(split.number(), position), shape.timestampOf(position));
            position++;
            splits.set(0, new ClickSplit(split.number(), position));
        }
        if (position >= shape.clicksPerSplit()) {
            splits.remove(0);
            return PollResult.MORE;
        }
        long pauses = shape.click(split.number(), position).value() % 3;
        return pauses == 0 ? PollResult.MORE : PollResult.idleUntil(context.nanoTime() + pauses * PAUSE_NANOS);
    }

    private PollResult withoutSplits() {
        if (noMore) {
            return PollResult.END;
        }
        if (!asked && shape.dealing() == Shape.Dealing.ON_REQUEST) {
            asked = true;
            context.requestSplit();
        }
        return PollResult.IDLE;
    }

    @Override
    public List<ClickSplit> snapshot(long checkpointId) throws Exception {
        interference.before(Phase.SNAPSHOT);
        return List.copyOf(splits);
    }

    @Override
    public void onCheckpointComplete(long checkpointId) throws Exception {
        interference.before(Phase.NOTICE);
    }

    @Override
    public void close() throws Exception {
        interference.before(Phase.CLOSE);
    }
}
