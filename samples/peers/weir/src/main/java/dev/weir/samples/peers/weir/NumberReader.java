package dev.weir.samples.peers.weir;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.SourceReader;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Emits one generator's records, as many per poll as the engine asks for. */
final class NumberReader<E> implements SourceReader<E, NumberSplit> {

    private final Meter meter = Meter.current();
    private final int keyCount;
    private final EventFactory<E> factory;
    private @Nullable Generator generator;
    private int sourceIndex;
    private long emittedCount;
    private boolean knowsAllSplits;

    NumberReader(int keyCount, EventFactory<E> factory) {
        this.keyCount = keyCount;
        this.factory = factory;
    }

    @Override
    public void open() {}

    @Override
    public void addSplits(List<NumberSplit> splits) {
        if (splits.size() != 1 || generator != null) {
            throw new IllegalStateException("a reader has one split: got " + splits
                    + "; the job runs with as many readers as there are generators");
        }
        NumberSplit split = splits.get(0);
        sourceIndex = split.sourceIndex();
        emittedCount = split.emittedCount();
        generator = Generator.at(sourceIndex, emittedCount, keyCount);
        meter.sourceStarted();
    }

    @Override
    public void noMoreSplits() {
        knowsAllSplits = true;
    }

    @Override
    public PollResult poll(Output<E> output, int budget) throws Exception {
        if (!knowsAllSplits) {
            return PollResult.IDLE;
        }
        Generator from = generator;
        if (from == null) {
            return PollResult.END;
        }
        if (!meter.goesOn(emittedCount)) {
            meter.sourceEnded(sourceIndex, emittedCount);
            return PollResult.END;
        }
        int recordCount = meter.allowed(emittedCount, budget);
        for (int i = 0; i < recordCount; i++) {
            int key = from.nextKey();
            output.emit(factory.create(key, Records.valueOf(key)), Timestamps.NONE);
        }
        emittedCount += recordCount;
        return PollResult.MORE;
    }

    @Override
    public List<NumberSplit> snapshot(long checkpointId) {
        return generator == null ? List.of() : List.of(new NumberSplit(sourceIndex, emittedCount));
    }

    @Override
    public void close() {}
}
