package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.SourceReader;
import java.util.ArrayList;
import java.util.List;

/** Reads its splits a few records at a time, the one that is least far first, with pauses that follow from the position. */
final class ItemReader implements SourceReader<Datum, ItemSplit> {

    private static final long PAUSE_NANOS = 1_500_000;

    private final SourceShape shape;
    private final ReaderContext context;
    private final Scene scene;
    private final List<ItemSplit> splits = new ArrayList<>();
    private boolean noMore;
    private boolean asked;

    ItemReader(SourceShape shape, ReaderContext context, Scene scene) {
        this.shape = shape;
        this.context = context;
        this.scene = scene;
    }

    @Override
    public void open() throws Exception {
        scene.interference().before(Phase.OPEN);
    }

    @Override
    public void addSplits(List<ItemSplit> added) {
        splits.addAll(added);
        asked = false;
    }

    @Override
    public void noMoreSplits() {
        noMore = true;
    }

    @Override
    public PollResult poll(Output<Datum> output, int budget) throws Exception {
        scene.interference().before(Phase.POLL);
        if (splits.isEmpty()) {
            return withoutSplits();
        }
        int place = next();
        ItemSplit split = splits.get(place);
        long position = split.position();
        long end = Math.min(shape.records(), position + (splits.size() == 1 ? budget : 1));
        while (position < end) {
            output.emit(shape.datum(split.number(), position), SourceShape.timestampOf(position));
            position++;
            splits.set(place, new ItemSplit(split.number(), position));
        }
        if (position >= shape.records()) {
            splits.remove(place);
            return PollResult.MORE;
        }
        long pauses = shape.pauseBefore(split.number(), position);
        return pauses == 0 ? PollResult.MORE : PollResult.idleUntil(context.nanoTime() + pauses * PAUSE_NANOS);
    }

    /** The split that is least far: so timestamps rise. */
    private int next() {
        int least = 0;
        for (int place = 1; place < splits.size(); place++) {
            if (splits.get(place).position() < splits.get(least).position()) {
                least = place;
            }
        }
        return least;
    }

    private PollResult withoutSplits() {
        if (noMore) {
            return PollResult.END;
        }
        if (!asked && shape.dealing() == Topology.Dealing.ON_REQUEST) {
            asked = true;
            context.requestSplit();
        }
        return PollResult.IDLE;
    }

    @Override
    public List<ItemSplit> snapshot(long checkpointId) throws Exception {
        scene.interference().before(Phase.SNAPSHOT);
        splits.forEach(
                split -> scene.observer().onPosition(checkpointId, shape.origin(split.number()), split.position()));
        return List.copyOf(splits);
    }

    @Override
    public void onCheckpointComplete(long checkpointId) throws Exception {
        scene.interference().before(Phase.NOTICE);
    }

    @Override
    public void close() throws Exception {
        scene.interference().before(Phase.CLOSE);
    }
}
