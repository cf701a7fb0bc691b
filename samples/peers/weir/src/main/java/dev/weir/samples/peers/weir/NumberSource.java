package dev.weir.samples.peers.weir;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import dev.weir.samples.peers.common.Workload;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The generators that all systems share, as a source of Weir's with one split per subtask. */
final class NumberSource<E> implements Source<E, NumberSplit, Unassigned> {

    private final Workload workload;
    private final EventFactory<E> factory;

    NumberSource(Workload workload, EventFactory<E> factory) {
        this.workload = workload;
        this.factory = factory;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<NumberSplit, Unassigned> createEnumerator(
            EnumeratorContext<NumberSplit> context, @Nullable Unassigned restored) {
        Unassigned all = new Unassigned(IntStream.range(0, Workload.PARALLELISM)
                .mapToObj(index -> new NumberSplit(index, 0))
                .toList());
        return new NumberEnumerator(context, restored == null ? all : restored);
    }

    @Override
    public SourceReader<E, NumberSplit> createReader(ReaderContext context) {
        return new NumberReader<>(workload.keyCount(), factory);
    }

    @Override
    public StateCodec<NumberSplit> splitCodec() {
        return NumberSplit.CODEC;
    }

    @Override
    public StateCodec<Unassigned> enumeratorCodec() {
        return Unassigned.CODEC;
    }
}
