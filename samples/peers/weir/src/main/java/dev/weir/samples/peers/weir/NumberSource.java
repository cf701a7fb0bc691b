package dev.weir.samples.peers.weir;

import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Workload;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The generators that all systems share, as a source of Weir's with one split per subtask. */
final class NumberSource<E> implements Source<E, NumberSplit, Unassigned> {

    private final Function<ReaderContext, SplitReader<E>> readers;

    private NumberSource(Function<ReaderContext, SplitReader<E>> readers) {
        this.readers = readers;
    }

    /** Records without timestamps, as fast as they are taken. */
    static <E> NumberSource<E> of(Workload workload, EventFactory<E> factory) {
        return new NumberSource<>(context -> new NumberReader<>(workload, factory, index -> Timestamps.NONE));
    }

    /** Records with the timestamps of {@link EventTime}, as fast as they are taken. */
    static <E> NumberSource<E> timestamped(Workload workload, EventFactory<E> factory) {
        return new NumberSource<>(context -> new NumberReader<>(workload, factory, EventTime::timestampOf));
    }

    /** Records that come when they should. */
    static NumberSource<TimedEvent> paced(Workload workload) {
        return new NumberSource<>(context -> new PacedReader(workload, context));
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
        return readers.apply(context);
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
