package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.SavepointSettings;
import dev.weir.engine.subtask.PartitionedNumbers.Partition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a source ends a job when it is told to, also where checkpoints are unaligned. */
class StopAndDrainTest {

    private static final Fence FENCE = new Fence(1, 1);

    private final RecordingOutbox outbox = new RecordingOutbox();
    private final Subtask subtask = start();
    private long nanos;

    @Test
    void aStoppedSourceSendsItsBarrierAndNothingBehindIt() {
        assign(new Partition(0, 0, 5));
        trigger(1, SnapshotKind.STOP);

        assign(new Partition(1, 0, 5));
        for (int i = 0; i < 5; i++) {
            subtask.run();
        }

        Element.Barrier barrier = outbox.elements(Element.Barrier.class).get(0);
        assertThat(barrier.passing()).isEqualTo(Element.Passing.IN_ORDER);
        assertThat(lastSent()).isEqualTo(barrier);
        assertThat(outbox.snapshots).hasSize(1);
        assertThat(outbox.reports(SubtaskReport.Drained.class)).isEmpty();
        assertThat(outbox.elements(Element.Watermark.class))
                .as("it fires nothing")
                .isEmpty();
    }

    @Test
    void aStoppedSourceGoesOnWhereTheRoundIsGivenUp() {
        assign(new Partition(0, 0, 5));
        trigger(1, SnapshotKind.STOP);
        assign(new Partition(1, 0, 5));
        int before = records();

        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 1, "a test"));
        subtask.run();

        assertThat(records()).isEqualTo(before + 5);
    }

    @Test
    void aStoppedSourceThatIsNotToldTheEndOfTheRoundDeclinesItAgainAndAgain() {
        long timeoutNanos = SavepointSettings.DEFAULT.timeout().toNanos();
        nanos = 1;
        trigger(7, SnapshotKind.STOP);
        assertThat(outbox.wakeAtNanos).isEqualTo(1 + timeoutNanos);

        nanos = timeoutNanos;
        subtask.run();
        assertThat(declined()).as("word may still come").isEmpty();

        for (int asked = 1; asked <= 3; asked++) {
            nanos = 1 + asked * timeoutNanos;
            subtask.run();
            subtask.run();
            assertThat(declined()).hasSize(asked);
        }
        assertThat(declined()).allSatisfy(declined -> {
            assertThat(declined.checkpointId()).isEqualTo(7);
            assertThat(declined.reason()).hasMessageContaining("weir.savepoint.timeout: PT10M");
        });
        assertThat(records()).as("it emits nothing before it is told").isZero();
    }

    @Test
    void aSourceThatIsNotStoppedAnyMoreDeclinesNothing() {
        trigger(1, SnapshotKind.STOP);
        trigger(2, SnapshotKind.CHECKPOINT);
        trigger(3, SnapshotKind.STOP);
        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 3, "a test"));

        nanos = 2 * SavepointSettings.DEFAULT.timeout().toNanos();
        subtask.run();

        assertThat(declined()).isEmpty();
    }

    @Test
    void aStopThatIsGivenUpBeforeItIsObeyedStopsNothing() {
        subtask.onOrder(new SubtaskOrder.Trigger(FENCE, 1, 0, SnapshotKind.STOP));
        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 1, "a test"));
        assign(new Partition(1, 0, 5));

        assertThat(records()).isEqualTo(5);
        assertThat(outbox.snapshots).isEmpty();
    }

    @Test
    void aDrainedSourceSendsItsLastWatermarkItsEndAndThenTheBarrier() {
        assign(new Partition(0, 0, 3));
        trigger(1, SnapshotKind.DRAIN);
        subtask.run();

        List<Element> sent =
                outbox.sent.stream().map(RecordingOutbox.Sent::element).toList();
        int size = sent.size();
        assertThat(sent.get(size - 3)).isEqualTo(new Element.Watermark(Long.MAX_VALUE));
        assertThat(sent.get(size - 2)).isEqualTo(Element.EndOfInput.MARK);
        assertThat(sent.get(size - 1)).isInstanceOf(Element.Barrier.class);
        assertThat(outbox.reports(SubtaskReport.Drained.class)).hasSize(1);
        assertThat(outbox.snapshots).hasSize(1);
    }

    @Test
    void aDrainedSourceFailsWhereTheRoundIsGivenUpSinceItCannotReadOn() {
        assign(new Partition(0, 0, 3));
        trigger(1, SnapshotKind.DRAIN);
        subtask.run();

        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 1, "a test"));

        assertThat(failures())
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause())
                        .rootCause()
                        .hasMessageContaining("the savepoint of the drain was given up, checkpoint=1"));
    }

    @Test
    void aDrainedSourceIsInNoLaterCheckpointAlsoWhereItHearsOfThatFirst() {
        trigger(1, SnapshotKind.DRAIN);
        subtask.run();

        trigger(2, SnapshotKind.CHECKPOINT);

        assertThat(failures()).hasSize(1);
        assertThat(outbox.snapshots).as("that of the drain").hasSize(1);
    }

    @Test
    void aDrainThatIsGivenUpBeforeItIsObeyedEndsNothing() {
        subtask.onOrder(new SubtaskOrder.Trigger(FENCE, 1, 0, SnapshotKind.DRAIN));
        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 1, "a test"));
        assign(new Partition(0, 0, 5));

        assertThat(records()).isEqualTo(5);
        assertThat(failures()).isEmpty();
    }

    @Test
    void aSourceThatHadEndedBeforeTheDrainStaysAtItsEndWhereTheRoundIsGivenUp() {
        assign(new Partition(0, 0, 3));
        subtask.onOrder(new SubtaskOrder.NoMoreSplits(FENCE));
        for (int i = 0; i < 5; i++) {
            subtask.run();
        }
        trigger(1, SnapshotKind.DRAIN);

        subtask.onOrder(new SubtaskOrder.Aborted(FENCE, 1, "a test"));
        trigger(2, SnapshotKind.CHECKPOINT);

        assertThat(failures()).isEmpty();
        assertThat(outbox.snapshots).as("it still passes barriers on").hasSize(2);
    }

    private List<SubtaskReport.Failed> failures() {
        return outbox.reports(SubtaskReport.Failed.class);
    }

    private List<SubtaskReport.Declined> declined() {
        return outbox.reports(SubtaskReport.Declined.class);
    }

    private void assign(Partition partition) {
        subtask.onOrder(new SubtaskOrder.AssignSplits(FENCE, List.of(partition)));
        subtask.run();
    }

    private void trigger(long id, SnapshotKind kind) {
        subtask.onOrder(new SubtaskOrder.Trigger(FENCE, id, 0, kind));
        subtask.run();
    }

    private int records() {
        return outbox.elements(Element.Data.class).stream()
                .mapToInt(data -> data.batch().size())
                .sum();
    }

    private Element lastSent() {
        return outbox.sent.get(outbox.sent.size() - 1).element();
    }

    private Subtask start() {
        Node.Traits named = new Node.Traits(
                Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, Node.Chaining.ALLOWED);
        JobGraph graph = new JobGraph(
                "stop",
                List.of(
                        new Node(
                                0,
                                "source",
                                "source",
                                new Node.SourceBody(new PartitionedNumbers()),
                                1,
                                0,
                                null,
                                named),
                        new Node(1, "end", "end", new Node.OperatorBody(Recorder::new), 1, 0, null, named)),
                List.of(new Edge(0, 1, 0, new Partitioning.Rebalance(), null)));
        JobSettings settings =
                JobSettings.defaults("stop", 1).withCheckpoint(CheckpointSettings.DEFAULT.withCut(Cut.UNALIGNED));
        SubtaskSpec spec = new SubtaskSpec(
                Planner.plan(graph, settings, Map.of()), new SubtaskId(0, 0), FENCE, settings, "lineage", null);
        Subtask created = new Subtask(spec, graph, outbox, new TaskClock() {
            @Override
            public long nanoTime() {
                return nanos;
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
}
