package dev.weir.engine.local;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Numbers from one split per reader, counted in operator state; may fail once on a record. */
final class CountingJob implements JobProgram {

    static final Node.Traits NAMED = new Node.Traits(
            Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, Node.Chaining.ALLOWED);

    /** What all counters hold at their end, together. */
    final AtomicLong total = new AtomicLong();

    private final long perReader;
    private final AtomicBoolean failsStill;

    CountingJob(long perReader, FailsOnce fails) {
        this.perReader = perReader;
        this.failsStill = new AtomicBoolean(fails == FailsOnce.YES);
    }

    enum FailsOnce {
        YES,
        NO
    }

    @Override
    public JobGraph build(JobArguments arguments, int defaultParallelism) {
        Node source = new Node(0, "numbers", "numbers", new Node.SourceBody(new Numbers()), 0, 0, null, NAMED);
        Node counter = new Node(1, "count", "count", new Node.OperatorBody(Counter::new), 2, 0, null, NAMED);
        return new JobGraph(
                "counting", List.of(source, counter), List.of(new Edge(0, 1, 0, new Partitioning.Rebalance(), null)));
    }

    private record Range(int reader, long position, long end) implements Split {
        @Override
        public String splitId() {
            return "range-" + reader;
        }
    }

    private final class Counter implements Operator<Object> {

        private long count;

        @Override
        public void open(OperatorContext context, Output<Object> output) {
            for (byte[] element : context.restoredState("count")) {
                count += ByteBuffer.wrap(element).getLong();
            }
        }

        @Override
        public Input<Object> input(int index) {
            return (record, timestamp) -> {
                count++;
                if ((Long) record == perReader / 2 && failsStill.compareAndSet(true, false)) {
                    throw new IllegalStateException("once");
                }
            };
        }

        @Override
        public void snapshot(SnapshotContext snapshot) {
            snapshot.put(
                    "count",
                    Redistribution.SPLIT,
                    List.of(ByteBuffer.allocate(8).putLong(count).array()));
        }

        @Override
        public boolean finish() {
            total.addAndGet(count);
            return true;
        }
    }

    private final class Numbers implements Source<Object, Range, Integer> {

        @Override
        public Boundedness boundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public SplitEnumerator<Range, Integer> createEnumerator(
                EnumeratorContext<Range> context, @Nullable Integer restored) {
            return new OnePerReader(context, restored == null ? 0 : restored);
        }

        @Override
        public SourceReader<Object, Range> createReader(ReaderContext context) {
            return new RangeReader();
        }

        @Override
        public StateCodec<Range> splitCodec() {
            return new StateCodec<>() {
                @Override
                public byte[] encode(Range range) {
                    return ByteBuffer.allocate(20)
                            .putInt(range.reader())
                            .putLong(range.position())
                            .putLong(range.end())
                            .array();
                }

                @Override
                public Range decode(byte[] bytes) {
                    ByteBuffer buffer = ByteBuffer.wrap(bytes);
                    return new Range(buffer.getInt(), buffer.getLong(), buffer.getLong());
                }
            };
        }

        @Override
        public StateCodec<Integer> enumeratorCodec() {
            return new StateCodec<>() {
                @Override
                public byte[] encode(Integer assigned) {
                    return new byte[] {assigned.byteValue()};
                }

                @Override
                public Integer decode(byte[] bytes) {
                    return (int) bytes[0];
                }
            };
        }
    }

    private final class OnePerReader implements SplitEnumerator<Range, Integer> {

        private final EnumeratorContext<Range> context;
        private int assigned;

        OnePerReader(EnumeratorContext<Range> context, int assigned) {
            this.context = context;
            this.assigned = assigned;
        }

        @Override
        public void start() {}

        @Override
        public void onReader(int subtaskIndex) {
            if (subtaskIndex >= assigned) {
                context.assign(subtaskIndex, List.of(new Range(subtaskIndex, 0, perReader)));
                assigned++;
            }
            context.noMoreSplits(subtaskIndex);
        }

        @Override
        public void onSplitRequest(int subtaskIndex) {}

        @Override
        public void onSplitsReturned(List<Range> splits, int subtaskIndex) {}

        @Override
        public Integer snapshot(long checkpointId) {
            return assigned;
        }

        @Override
        public void close() {}
    }

    private static final class RangeReader implements SourceReader<Object, Range> {

        private final List<Range> ranges = new ArrayList<>();
        private boolean noMore;

        @Override
        public void open() {}

        @Override
        public void addSplits(List<Range> splits) {
            ranges.addAll(splits);
        }

        @Override
        public void noMoreSplits() {
            noMore = true;
        }

        @Override
        public PollResult poll(Output<Object> output, int budget) throws Exception {
            for (int i = 0; i < ranges.size(); i++) {
                Range range = ranges.get(i);
                if (range.position() < range.end()) {
                    long stop = Math.min(range.end(), range.position() + budget);
                    for (long n = range.position(); n < stop; n++) {
                        output.emit(n, n);
                    }
                    ranges.set(i, new Range(range.reader(), stop, range.end()));
                    return PollResult.MORE;
                }
            }
            return noMore ? PollResult.END : PollResult.IDLE;
        }

        @Override
        public List<Range> snapshot(long checkpointId) {
            return List.copyOf(ranges);
        }

        @Override
        public void close() {}
    }
}
