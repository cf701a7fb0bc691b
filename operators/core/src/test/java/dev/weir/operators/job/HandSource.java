package dev.weir.operators.job;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A replayable source that a test feeds by hand: one split, read by the first reader; the others never get one. Captured
 * by jobs, so it outlives their attempts and runs; {@code add} and {@code end} are for any thread.
 */
final class HandSource<T> implements Source<T, HandSource.Position, Boolean> {

    /** The one split: how many elements have been read. */
    record Position(int next) implements Split {
        @Override
        public String splitId() {
            return "hand";
        }
    }

    private final List<T> elements = new ArrayList<>();
    private boolean ended;

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    final synchronized HandSource<T> add(T... more) {
        elements.addAll(List.of(more));
        return this;
    }

    synchronized HandSource<T> end() {
        ended = true;
        return this;
    }

    private synchronized List<T> from(int position, int budget) {
        return List.copyOf(elements.subList(position, Math.min(elements.size(), position + budget)));
    }

    private synchronized boolean endsAt(int position) {
        return ended && position == elements.size();
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Position, Boolean> createEnumerator(
            EnumeratorContext<Position> context, @Nullable Boolean restored) {
        return new Dealer(context, Boolean.TRUE.equals(restored));
    }

    @Override
    public SourceReader<T, Position> createReader(ReaderContext context) {
        return new Reader(context);
    }

    @Override
    public StateCodec<Position> splitCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(Position position) {
                return ByteBuffer.allocate(Integer.BYTES)
                        .putInt(position.next())
                        .array();
            }

            @Override
            public Position decode(byte[] bytes) {
                return new Position(ByteBuffer.wrap(bytes).getInt());
            }
        };
    }

    @Override
    public StateCodec<Boolean> enumeratorCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(Boolean dealt) {
                return new byte[] {(byte) (dealt ? 1 : 0)};
            }

            @Override
            public Boolean decode(byte[] bytes) {
                return bytes[0] == 1;
            }
        };
    }

    private static final class Dealer implements SplitEnumerator<Position, Boolean> {

        private final EnumeratorContext<Position> context;
        private boolean dealt;

        Dealer(EnumeratorContext<Position> context, boolean dealt) {
            this.context = context;
            this.dealt = dealt;
        }

        @Override
        public void start() {}

        @Override
        public void onReader(int subtaskIndex) {
            if (subtaskIndex == 0 && !dealt) {
                dealt = true;
                context.assign(0, List.of(new Position(0)));
            }
            context.noMoreSplits(subtaskIndex);
        }

        @Override
        public void onSplitRequest(int subtaskIndex) {}

        @Override
        public void onSplitsReturned(List<Position> splits, int subtaskIndex) {
            context.assign(0, splits);
        }

        @Override
        public Boolean snapshot(long checkpointId) {
            return dealt;
        }

        @Override
        public void close() {}
    }

    private final class Reader implements SourceReader<T, Position> {

        private static final long PAUSE_NANOS = 1_000_000;

        private final ReaderContext context;
        private @Nullable Position position;
        private boolean complete;

        Reader(ReaderContext context) {
            this.context = context;
        }

        @Override
        public void open() {}

        @Override
        public void addSplits(List<Position> splits) {
            position = splits.get(0);
        }

        @Override
        public void noMoreSplits() {
            complete = true;
        }

        @Override
        public PollResult poll(Output<T> output, int budget) throws Exception {
            if (position == null) {
                return complete ? PollResult.END : PollResult.IDLE;
            }
            List<T> next = from(position.next(), budget);
            position = new Position(position.next() + next.size());
            for (T element : next) {
                output.emit(element, Timestamps.NONE);
            }
            return complete && endsAt(position.next())
                    ? PollResult.END
                    : PollResult.idleUntil(context.nanoTime() + PAUSE_NANOS);
        }

        @Override
        public List<Position> snapshot(long checkpointId) {
            return position == null ? List.of() : List.of(position);
        }

        @Override
        public void close() {}
    }
}
