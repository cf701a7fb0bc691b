package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.JobSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A chain falls idle: what its operators hold, and the watermarks on their way, come before the mark. */
class IdleMarkTest {

    private static final Fence FENCE = new Fence(1, 1);

    private final RecordingOutbox outbox = new RecordingOutbox();
    private final Times times = new Times();
    private final Holder holder = new Holder();
    private final Subtask subtask = start();
    private long batches;

    @Test
    void whatIsHeldAndAWatermarkOnItsWayComeBeforeTheIdleMark() {
        deliver(5);
        times.idle = true;
        deliver(7);

        assertThat(sent()).containsExactly("5", "watermark 5", "7", "watermark 7", "idle");
        assertThat(outbox.reports(SubtaskReport.Failed.class)).isEmpty();
    }

    @Test
    void whatIsHeldComesBeforeTheIdleMarkThoughNoWatermarkDoes() {
        deliver(5);
        deliver(3);
        assertThat(sent()).containsExactly("5", "watermark 5");
        times.idle = true;
        subtask.run();

        assertThat(sent()).containsExactly("5", "watermark 5", "3", "idle");
    }

    @Test
    void anOperatorThatFailsBeforeTheMarkFailsTheAttempt() {
        holder.fails = true;
        times.idle = true;
        subtask.run();

        assertThat(outbox.reports(SubtaskReport.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause()).hasMessageContaining("'second' failed in beforeIdle"));
    }

    private void deliver(long number) {
        RecordBatch batch = RecordBatch.plain(1);
        batch.add(number, Timestamps.NONE);
        subtask.arrive(0, new Element.Data(batch, ++batches));
        for (int slice = 0; slice < 5; slice++) {
            subtask.run();
        }
    }

    private List<String> sent() {
        List<String> texts = new ArrayList<>();
        for (RecordingOutbox.Sent sent : outbox.sent) {
            Element element = sent.element();
            if (element instanceof Element.Data data) {
                for (int i = 0; i < data.batch().size(); i++) {
                    texts.add(String.valueOf(data.batch().records()[i]));
                }
            } else if (element instanceof Element.Watermark watermark) {
                texts.add("watermark " + watermark.timestamp());
            } else if (element instanceof Element.Idle) {
                texts.add("idle");
            }
        }
        return texts;
    }

    private Subtask start() {
        Node.Traits named = new Node.Traits(
                Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, Node.Chaining.ALLOWED);
        JobGraph graph = new JobGraph(
                "idle",
                List.of(
                        new Node(0, "source", "source", new Node.SourceBody(new NoSource()), 1, 0, null, named),
                        new Node(1, "first", "first", new Node.OperatorBody(() -> times), 1, 0, null, named),
                        new Node(2, "second", "second", new Node.OperatorBody(() -> holder), 1, 0, null, named),
                        new Node(3, "end", "end", new Node.OperatorBody(Recorder::new), 1, 0, null, named)),
                List.of(
                        new Edge(0, 1, 0, new Partitioning.Global(), null),
                        new Edge(1, 2, 0, new Partitioning.Forward(), null),
                        new Edge(2, 3, 0, new Partitioning.Global(), null)));
        JobSettings settings = JobSettings.defaults("idle", 1);
        SubtaskSpec spec = new SubtaskSpec(
                Planner.plan(graph, settings, Map.of()), new SubtaskId(1, 0), FENCE, settings, "lineage", null);
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

    /** Records are their times; the watermark is the largest. */
    private static final class Times extends SingleInputOperator<Long, Long> implements WatermarkEmitter {

        private Output<Long> output = (record, timestamp) -> {};
        private long largest = Timestamps.NONE;
        private boolean idle;

        @Override
        public void open(OperatorContext context, Output<Long> downstream) {
            output = downstream;
        }

        @Override
        public void process(Long time, long timestamp) {
            largest = Math.max(largest, time);
            output.emit(time, time);
        }

        @Override
        public long onWatermark(long watermark) {
            return Timestamps.NONE;
        }

        @Override
        public long currentWatermark(long nowNanos) {
            return largest;
        }

        @Override
        public boolean isIdle(long nowNanos) {
            return idle;
        }
    }

    /** Holds records back until it has to let them go. */
    private static final class Holder extends SingleInputOperator<Long, Long> {

        private final List<Long> held = new ArrayList<>();
        private Output<Long> output = (record, timestamp) -> {};
        private boolean fails;

        @Override
        public void open(OperatorContext context, Output<Long> downstream) {
            output = downstream;
        }

        @Override
        public void process(Long time, long timestamp) {
            held.add(time);
        }

        private void letGo() {
            held.forEach(time -> output.emit(time, time));
            held.clear();
        }

        @Override
        public long onWatermark(long watermark) {
            letGo();
            return watermark;
        }

        @Override
        public void beforeIdle() {
            if (fails) {
                throw new IllegalStateException("trap");
            }
            letGo();
        }
    }
}
