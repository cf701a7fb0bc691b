package dev.weir.samples.peers.weir.soak;

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
import org.jspecify.annotations.Nullable;

/** A source whose enumerator and readers throw when they are told to. */
final class FaultySource<T, S extends Split, E> implements Source<T, S, E> {

    private final Source<T, S, E> source;
    private final Faults faults;

    FaultySource(Source<T, S, E> source, Faults faults) {
        this.source = source;
        this.faults = faults;
    }

    @Override
    public Boundedness boundedness() {
        return source.boundedness();
    }

    @Override
    public SplitEnumerator<S, E> createEnumerator(EnumeratorContext<S> context, @Nullable E restored) throws Exception {
        return new Enumerator<>(source.createEnumerator(context, restored), faults);
    }

    @Override
    public SourceReader<T, S> createReader(ReaderContext context) throws Exception {
        return new Reader<>(source.createReader(context), faults);
    }

    @Override
    public StateCodec<S> splitCodec() {
        return source.splitCodec();
    }

    @Override
    public StateCodec<E> enumeratorCodec() {
        return source.enumeratorCodec();
    }

    private static final class Enumerator<S extends Split, E> implements SplitEnumerator<S, E> {

        private final SplitEnumerator<S, E> enumerator;
        private final Faults faults;

        Enumerator(SplitEnumerator<S, E> enumerator, Faults faults) {
            this.enumerator = enumerator;
            this.faults = faults;
        }

        @Override
        public void start() throws Exception {
            faults.point(FaultPhase.ENUMERATOR_START).pass();
            enumerator.start();
        }

        @Override
        public void onReader(int subtaskIndex) throws Exception {
            enumerator.onReader(subtaskIndex);
        }

        @Override
        public void onSplitRequest(int subtaskIndex) throws Exception {
            enumerator.onSplitRequest(subtaskIndex);
        }

        @Override
        public void onSplitsReturned(List<S> splits, int subtaskIndex) throws Exception {
            enumerator.onSplitsReturned(splits, subtaskIndex);
        }

        @Override
        public E snapshot(long checkpointId) throws Exception {
            faults.point(FaultPhase.ENUMERATOR_SNAPSHOT).pass();
            return enumerator.snapshot(checkpointId);
        }

        @Override
        public void onCheckpointComplete(long checkpointId) throws Exception {
            faults.point(FaultPhase.ENUMERATOR_NOTICE).pass();
            enumerator.onCheckpointComplete(checkpointId);
        }

        @Override
        public void close() throws Exception {
            enumerator.close();
            faults.point(FaultPhase.ENUMERATOR_CLOSE).pass();
        }
    }

    private static final class Reader<T, S extends Split> implements SourceReader<T, S> {

        private final SourceReader<T, S> reader;
        private final Faults faults;
        private final Faults.Point poll;

        Reader(SourceReader<T, S> reader, Faults faults) {
            this.reader = reader;
            this.faults = faults;
            poll = faults.point(FaultPhase.READER_POLL);
        }

        @Override
        public void open() throws Exception {
            faults.point(FaultPhase.READER_OPEN).pass();
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
            PollResult result = reader.poll(output, budget);
            poll.pass();
            return result;
        }

        @Override
        public List<S> snapshot(long checkpointId) throws Exception {
            faults.point(FaultPhase.READER_SNAPSHOT).pass();
            return reader.snapshot(checkpointId);
        }

        @Override
        public void onCheckpointComplete(long checkpointId) throws Exception {
            faults.point(FaultPhase.READER_NOTICE).pass();
            reader.onCheckpointComplete(checkpointId);
        }

        @Override
        public void close() throws Exception {
            reader.close();
            faults.point(FaultPhase.READER_CLOSE).pass();
        }
    }
}
