package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.SavepointSettings;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Triggers and assignments come over one link, and a reader's part of a checkpoint is cut where the trigger stands. */
class SourceOrdersTest {

    private static final Fence FENCE = new Fence(1, 1);

    private final RecordingOutbox outbox = new RecordingOutbox();
    private final Idle source = new Idle();
    private final Subtask subtask = start();

    @Test
    void aSplitAssignedBehindATriggerIsNotInItsSnapshot() {
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("before"))));
        subtask.onOrder(new SubtaskOrder.Trigger(FENCE, 1, 0, SnapshotKind.CHECKPOINT));
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(new Named("behind"))));
        subtask.run();

        assertThat(splitsOf(0)).containsExactly("before");

        subtask.onOrder(new SubtaskOrder.Trigger(FENCE, 2, 0, SnapshotKind.CHECKPOINT));
        subtask.run();

        assertThat(splitsOf(1)).containsExactly("before", "behind");
    }

    @Test
    void aSourceIsWokenWhenItsNextRecordIsDueButNotForEachOfManyThatAreDueSoon() {
        source.next = PollResult.idleUntil(5_000_000);
        subtask.onSourceWoken();
        subtask.run();
        assertThat(outbox.wakeAtNanos).isEqualTo(5_000_000);

        source.next = PollResult.idleUntil(20_000);
        subtask.onSourceWoken();
        subtask.run();
        assertThat(outbox.wakeAtNanos).isEqualTo(100_000);
    }

    @Test
    void aStoppedSourceIsNotWokenForItsNextRecord() {
        subtask.onOrder(new SubtaskOrder.Trigger(FENCE, 1, 0, SnapshotKind.STOP));
        source.next = PollResult.idleUntil(5_000_000);
        subtask.onSourceWoken();
        subtask.run();
        assertThat(outbox.wakeAtNanos)
                .as("only to ask what became of the stop")
                .isEqualTo(SavepointSettings.DEFAULT.timeout().toNanos());

        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 1, "a test"));
        subtask.run();
        assertThat(outbox.wakeAtNanos).isEqualTo(5_000_000);
    }

    private List<String> splitsOf(int snapshot) {
        PendingSnapshot pending = outbox.snapshots.get(snapshot);
        OperatorSnapshot source =
                pending.content().toCompletableFuture().join().operators().get(0);
        OperatorStateBlock splits =
                Objects.requireNonNull(source.operatorState().get("splits"));
        return splits.elements().stream()
                .map(element -> new String(element, StandardCharsets.UTF_8))
                .toList();
    }

    private Subtask start() {
        Node.Traits named = new Node.Traits(
                Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, Node.Chaining.ALLOWED);
        JobGraph graph = new JobGraph(
                "splits",
                List.of(
                        new Node(0, "source", "source", new Node.SourceBody(source), 1, 0, null, named),
                        new Node(1, "end", "end", new Node.OperatorBody(Recorder::new), 1, 0, null, named)),
                List.of(new Edge(0, 1, 0, new Partitioning.Forward(), null)));
        JobSettings settings = JobSettings.defaults("splits", 1);
        SubtaskSpec spec = new SubtaskSpec(
                Planner.plan(graph, settings, Map.of()), new SubtaskId(0, 0), FENCE, settings, "lineage", null);
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
        created.run();
        return created;
    }

    private record Named(String splitId) implements Split {}

    /** A source that has splits and never a record. */
    private static final class Idle implements Source<Object, Named, Object>, SourceReader<Object, Named> {

        private final List<Named> splits = new ArrayList<>();
        private PollResult next = PollResult.IDLE;

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
            return this;
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
            return next;
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
