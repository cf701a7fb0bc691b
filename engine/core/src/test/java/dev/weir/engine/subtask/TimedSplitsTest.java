package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.operator.SplitAware;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.SplitScope;
import dev.weir.engine.source.StateCodec;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an operator behind a source keeps for a split is told, stored and restored with the split. */
class TimedSplitsTest {

    private static final Fence FENCE = new Fence(1, 1);

    private final RecordingOutbox outbox = new RecordingOutbox();
    private final List<String> told = new ArrayList<>();

    @Test
    void anOperatorBehindStatelessOnesIsToldOfSplits() {
        Subtask subtask = start(new Names(SourceReader.TimeScope.SPLIT), null);
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("a"), new Named("b"))));
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of()));
        subtask.run();

        assertThat(told)
                .containsExactly(
                        "splits follow",
                        "add null",
                        "add null",
                        "none",
                        "open",
                        "enter",
                        "got a",
                        "finish",
                        "open",
                        "enter",
                        "got b",
                        "finish");
    }

    @Test
    void aReaderThatTellsNoSplitsHasNoneTold() {
        Subtask subtask = start(new Names(SourceReader.TimeScope.READER), null);
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("a"))));
        subtask.run();

        assertThat(told).containsExactly("got a");
    }

    @Test
    void whatIsKeptForASplitIsRestoredWithIt() {
        Subtask first = start(new Names(SourceReader.TimeScope.SPLIT), null);
        first.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("a"), new Named("b"))));
        first.onOrder(new SubtaskOrder.Trigger(FENCE, 1, 0, SnapshotKind.CHECKPOINT));
        first.run();
        Map<String, List<byte[]>> state = stored();
        told.clear();

        start(new Names(SourceReader.TimeScope.SPLIT), state).run();

        assertThat(told.subList(0, 3)).containsExactly("splits follow", "add kept 1", "add kept 2");
        assertThat(told).contains("got a", "got b");
    }

    @Test
    void splitsAreRestoredAlsoWhereNobodyKeepsAnythingForThemAnyMore() {
        Subtask first = start(new Names(SourceReader.TimeScope.SPLIT), null);
        first.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("a"))));
        first.onOrder(new SubtaskOrder.Trigger(FENCE, 1, 0, SnapshotKind.CHECKPOINT));
        first.run();
        Map<String, List<byte[]>> state = stored();
        told.clear();

        start(new Names(SourceReader.TimeScope.READER), state).run();

        assertThat(told).containsExactly("got a");
    }

    @Test
    void aReaderThatTellsOfASplitItWasNotGivenFailsWithBothNamed() {
        Names source = new Names(SourceReader.TimeScope.SPLIT);
        Subtask subtask = start(source, null);
        source.toldFirst = "other";
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("a"))));
        subtask.run();

        assertThat(outbox.reports(SubtaskReport.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause())
                        .hasMessageContaining("split='other'")
                        .hasMessageContaining("[a]"));
    }

    @Test
    void aDamagedSplitIsRefused() {
        assertThatThrownBy(() -> TimedSplit.decode(new byte[] {9})).hasMessageContaining("version 1: got 9");
        assertThatThrownBy(() -> TimedSplit.decode(new byte[] {1, 0, 0, 0, 9, 1}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a part of 9 bytes, of which 1 are there");
    }

    private Map<String, List<byte[]>> stored() {
        Map<String, List<byte[]>> state = new TreeMap<>();
        outbox.snapshots
                .get(0)
                .content()
                .toCompletableFuture()
                .join()
                .operators()
                .get(0)
                .operatorState()
                .forEach((name, block) -> state.put(name, block.elements()));
        return state;
    }

    private Subtask start(Names source, @Nullable Map<String, List<byte[]>> restored) {
        Node.Traits named = new Node.Traits(
                Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATELESS, Node.Threading.SHARED, Node.Chaining.ALLOWED);
        JobGraph graph = new JobGraph(
                "splits",
                List.of(
                        new Node(0, "source", "source", new Node.SourceBody(source), 1, 0, null, named),
                        new Node(1, "pass", "pass", new Node.OperatorBody(Passing::new), 1, 0, null, named),
                        new Node(2, "time", "time", new Node.OperatorBody(() -> new Told(told)), 1, 0, null, named)),
                List.of(
                        new Edge(0, 1, 0, new Partitioning.Forward(), null),
                        new Edge(1, 2, 0, new Partitioning.Forward(), null)));
        JobSettings settings = JobSettings.defaults("splits", 1);
        RestoredSubtask before = restored == null
                ? null
                : new RestoredSubtask(Map.of(
                        "source",
                        new RestoredOperator(
                                "source",
                                RestoredKeyedState.EMPTY,
                                restored,
                                Timestamps.NONE,
                                RestoredOperator.Drain.RUNNING)));
        SubtaskSpec spec = new SubtaskSpec(
                Planner.plan(graph, settings, Map.of()), new SubtaskId(0, 0), FENCE, settings, "lineage", before);
        Subtask created = new Subtask(spec, graph, outbox, new TaskClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public long currentTimeMillis() {
                return 0;
            }
        });
        created.open();
        created.onOrder(new SubtaskOrder.Go(FENCE));
        return created;
    }

    private static final class Passing extends SingleInputOperator<String, String> {
        private Output<String> output = (record, timestamp) -> {};

        @Override
        public void open(OperatorContext context, Output<String> downstream) {
            output = downstream;
        }

        @Override
        public void process(String record, long timestamp) {
            output.emit(record, timestamp);
        }
    }

    /** Keeps a number for each split, and writes down what it is told. */
    private static final class Told extends SingleInputOperator<String, String> implements SplitAware {

        private final List<String> told;
        private int splits;

        Told(List<String> told) {
            this.told = told;
        }

        @Override
        public void open(OperatorContext context, Output<String> downstream) {
            // it emits nothing
        }

        @Override
        public void process(String record, long timestamp) {
            told.add("got " + record);
        }

        @Override
        public void onSplitsFollow() {
            told.add("splits follow");
        }

        @Override
        public void onNoSplitAtPresent() {
            told.add("none");
        }

        @Override
        public SplitPart onSplitAdded(byte @Nullable [] restored) {
            told.add("add " + (restored == null ? "null" : new String(restored, StandardCharsets.UTF_8)));
            int number = ++splits;
            return new SplitPart() {
                @Override
                public void onOpened() {
                    told.add("open");
                }

                @Override
                public void onEntered() {
                    told.add("enter");
                }

                @Override
                public void onFinished() {
                    told.add("finish");
                }

                @Override
                public byte[] snapshot() {
                    return ("kept " + number).getBytes(StandardCharsets.UTF_8);
                }
            };
        }
    }

    private record Named(String splitId) implements Split {}

    /** Each split has one record, its name. */
    private static final class Names implements Source<Object, Named, Object> {

        private final SourceReader.TimeScope scope;
        private String toldFirst = "";

        Names(SourceReader.TimeScope scope) {
            this.scope = scope;
        }

        @Override
        public Boundedness boundedness() {
            return Boundedness.UNBOUNDED;
        }

        @Override
        public SplitEnumerator<Named, Object> createEnumerator(
                EnumeratorContext<Named> context, @Nullable Object restored) {
            throw new AssertionError("the test assigns splits itself");
        }

        @Override
        public SourceReader<Object, Named> createReader(ReaderContext context) {
            return new NameReader(this, context);
        }

        @Override
        public StateCodec<Named> splitCodec() {
            return new StateCodec<>() {
                @Override
                public byte[] encode(Named split) {
                    return split.splitId().getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public Named decode(byte[] bytes) {
                    return new Named(new String(bytes, StandardCharsets.UTF_8));
                }
            };
        }

        @Override
        public StateCodec<Object> enumeratorCodec() {
            throw new AssertionError("the test assigns splits itself");
        }
    }

    private record NameReader(Names source, ReaderContext context, List<Named> splits)
            implements SourceReader<Object, Named> {

        NameReader(Names source, ReaderContext context) {
            this(source, context, new ArrayList<>());
        }

        @Override
        public TimeScope timeScope() {
            return source.scope;
        }

        @Override
        public void open() {
            // nothing to open
        }

        @Override
        public void addSplits(List<Named> added) {
            splits.addAll(added);
        }

        @Override
        public void noMoreSplits() {
            // it has no end
        }

        @Override
        public PollResult poll(Output<Object> output, int budget) {
            if (splits.isEmpty()) {
                return PollResult.IDLE;
            }
            Named split = splits.remove(0);
            SplitScope scope = context.split(source.toldFirst.isEmpty() ? split.splitId() : source.toldFirst);
            scope.open();
            scope.enter();
            output.emit(split.splitId(), Timestamps.NONE);
            scope.finish();
            return PollResult.MORE;
        }

        @Override
        public List<Named> snapshot(long checkpointId) {
            return List.copyOf(splits);
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
