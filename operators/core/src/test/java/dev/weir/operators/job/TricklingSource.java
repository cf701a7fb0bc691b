package dev.weir.operators.job;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.GeneratorSource;
import dev.weir.operators.source.GeneratorSplit;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The numbers from 0, about one per ms and reader until a gate opens, then the rest at full speed; with places to fail. */
final class TricklingSource implements Source<Long, GeneratorSplit, List<GeneratorSplit>> {

    /** Called where a failure may be wanted. */
    interface Place {
        void pass() throws Exception;
    }

    /** The places of a reader. */
    record Places(Place poll, Place checkpointComplete, Place close) {
        static final Places NONE = new Places(() -> {}, () -> {}, () -> {});
    }

    private static final long PAUSE_NANOS = 1_000_000;

    private final GeneratorSource<Long> numbers;
    private final BooleanSupplier gate;
    private final Places places;

    TricklingSource(long count, BooleanSupplier gate, Places places) {
        this.numbers = GeneratorSource.bounded(count, index -> index);
        this.gate = gate;
        this.places = places;
    }

    @Override
    public Boundedness boundedness() {
        return numbers.boundedness();
    }

    @Override
    public SplitEnumerator<GeneratorSplit, List<GeneratorSplit>> createEnumerator(
            EnumeratorContext<GeneratorSplit> context, @Nullable List<GeneratorSplit> restored) {
        return numbers.createEnumerator(context, restored);
    }

    @Override
    public StateCodec<GeneratorSplit> splitCodec() {
        return numbers.splitCodec();
    }

    @Override
    public StateCodec<List<GeneratorSplit>> enumeratorCodec() {
        return numbers.enumeratorCodec();
    }

    @Override
    public SourceReader<Long, GeneratorSplit> createReader(ReaderContext context) {
        return new Reader(numbers.createReader(context), context);
    }

    private final class Reader implements SourceReader<Long, GeneratorSplit> {

        private final SourceReader<Long, GeneratorSplit> reader;
        private final ReaderContext context;

        Reader(SourceReader<Long, GeneratorSplit> reader, ReaderContext context) {
            this.reader = reader;
            this.context = context;
        }

        @Override
        public void open() throws Exception {
            reader.open();
        }

        @Override
        public void addSplits(List<GeneratorSplit> splits) throws Exception {
            reader.addSplits(splits);
        }

        @Override
        public void noMoreSplits() throws Exception {
            reader.noMoreSplits();
        }

        @Override
        public PollResult poll(Output<Long> output, int budget) throws Exception {
            places.poll().pass();
            if (gate.getAsBoolean()) {
                return reader.poll(output, budget);
            }
            PollResult result = reader.poll(output, 1);
            return result == PollResult.MORE ? PollResult.idleUntil(context.nanoTime() + PAUSE_NANOS) : result;
        }

        @Override
        public List<GeneratorSplit> snapshot(long checkpointId) throws Exception {
            return reader.snapshot(checkpointId);
        }

        @Override
        public void onCheckpointComplete(long checkpointId) throws Exception {
            places.checkpointComplete().pass();
        }

        @Override
        public void close() throws Exception {
            reader.close();
            places.close().pass();
        }
    }
}
