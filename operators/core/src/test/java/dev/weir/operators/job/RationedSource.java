package dev.weir.operators.job;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Another source, which emits no more records than a test allows, in all readers and attempts together. */
final class RationedSource<T, S extends Split, E> implements Source<T, S, E> {

    private static final long PAUSE_NANOS = 1_000_000;

    private final Source<T, S, E> source;
    private final AtomicLong ration = new AtomicLong();

    RationedSource(Source<T, S, E> source) {
        this.source = source;
    }

    /** Allows so many more records. */
    void allow(long records) {
        ration.addAndGet(records);
    }

    private int take(int wanted) {
        return (int) Math.min(wanted, ration.getAndUpdate(left -> Math.max(0, left - wanted)));
    }

    @Override
    public Boundedness boundedness() {
        return source.boundedness();
    }

    @Override
    public SplitEnumerator<S, E> createEnumerator(EnumeratorContext<S> context, @Nullable E restored) throws Exception {
        return source.createEnumerator(context, restored);
    }

    @Override
    public SourceReader<T, S> createReader(ReaderContext context) throws Exception {
        return new Reader(source.createReader(context), context);
    }

    @Override
    public StateCodec<S> splitCodec() {
        return source.splitCodec();
    }

    @Override
    public StateCodec<E> enumeratorCodec() {
        return source.enumeratorCodec();
    }

    private final class Reader implements SourceReader<T, S> {

        private final SourceReader<T, S> reader;
        private final ReaderContext context;

        Reader(SourceReader<T, S> reader, ReaderContext context) {
            this.reader = reader;
            this.context = context;
        }

        @Override
        public TimeScope timeScope() {
            return reader.timeScope();
        }

        @Override
        public void open() throws Exception {
            reader.open();
        }

        @Override
        public void addSplits(List<S> splits) throws Exception {
            reader.addSplits(splits);
        }

        @Override
        public void noMoreSplits() throws Exception {
            reader.noMoreSplits();
        }

        @Override
        public PollResult poll(Output<T> output, int budget) throws Exception {
            int allowed = take(budget);
            if (allowed == 0) {
                return PollResult.idleUntil(context.nanoTime() + PAUSE_NANOS);
            }
            long[] emitted = new long[1];
            PollResult result = reader.poll(
                    (record, timestamp) -> {
                        emitted[0]++;
                        output.emit(record, timestamp);
                    },
                    allowed);
            allow(allowed - emitted[0]);
            return result;
        }

        @Override
        public List<S> snapshot(long checkpointId) throws Exception {
            return reader.snapshot(checkpointId);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }
}
