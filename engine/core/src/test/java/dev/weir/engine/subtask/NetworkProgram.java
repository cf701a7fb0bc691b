package dev.weir.engine.subtask;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A small job for tests of checkpoints: numbers per key are counted, each has a timer of its own, rules are broadcast to
 * the counters, results are kept: odd counts come by a side output, which is united with the main one at the sink. What is
 * wrong on the way fails the subtask.
 */
final class NetworkProgram {

    static final int MAX_PARALLELISM = 13;
    static final int KEYS = 5;
    static final OutputTag<String> ODD = OutputTag.of("odd", String.class);
    private static final long TIMER_AFTER_MILLIS = 25;

    /** @param judged whether nothing may come late or twice */
    record Shape(int sources, int counters, int sinks, Partitioning toSinks, Judged judged) {}

    /** How strict the operators are. */
    enum Judged {
        EXACTLY_ONCE,
        AT_LEAST_ONCE
    }

    private NetworkProgram() {}

    /** A graph of one subtask's own. */
    static JobGraph graph(Shape shape) {
        Node.Traits named = new Node.Traits(
                Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, Node.Chaining.ALLOWED);
        PartitionedNumbers numbers = new PartitionedNumbers();
        PartitionedNumbers rules = new PartitionedNumbers();
        List<Node> nodes = List.of(
                new Node(0, "numbers", "numbers", new Node.SourceBody(numbers), shape.sources, 0, null, named),
                new Node(1, "clock", "clock", op(() -> new Clock(numbers)), shape.sources, 0, null, named),
                new Node(2, "rules", "rules", new Node.SourceBody(rules), 1, 0, null, named),
                new Node(
                        3,
                        "counter",
                        "counter",
                        op(() -> new Counter(shape.judged)),
                        shape.counters,
                        MAX_PARALLELISM,
                        null,
                        named),
                new Node(4, "sink", "sink", op(() -> new Keeper(shape.judged)), shape.sinks, 0, null, named));
        Partitioning byKey = new Partitioning.Keyed((Partitioning.ObjectKey) event -> ((Event) event).key);
        return new JobGraph(
                "network",
                nodes,
                List.of(
                        new Edge(0, 1, 0, new Partitioning.Forward(), null),
                        new Edge(1, 3, 0, byKey, null),
                        new Edge(2, 3, 1, new Partitioning.Broadcast(), null),
                        new Edge(3, 4, 0, shape.toSinks, null),
                        new Edge(3, 4, 0, new Partitioning.Rebalance(), ODD)));
    }

    private static Node.OperatorBody op(Supplier<? extends Operator<?>> operator) {
        return new Node.OperatorBody(operator);
    }

    /** Mutable on purpose: whoever gets it marks it, and nobody may meet a mark of another. */
    static final class Event {
        String key = "";
        long number;
        boolean seen;

        static Event of(String key, long number) {
            Event event = new Event();
            event.key = key;
            event.number = number;
            return event;
        }
    }

    /** Says how far the reader of the same subtask has come. */
    private static final class Clock extends SingleInputOperator<Event, Event> implements WatermarkEmitter {
        private final PartitionedNumbers numbers;
        private Output<Event> output = (record, timestamp) -> {};

        Clock(PartitionedNumbers numbers) {
            this.numbers = numbers;
        }

        @Override
        public void open(OperatorContext context, Output<Event> next) {
            output = next;
        }

        @Override
        public void process(Event event, long timestamp) {
            output.emit(event, timestamp);
        }

        @Override
        public long onWatermark(long watermark) {
            return watermark == Timestamps.MAX ? watermark : Timestamps.NONE;
        }

        @Override
        public long currentWatermark(long nowNanos) {
            return numbers.watermark();
        }

        @Override
        public boolean isIdle(long nowNanos) {
            return false;
        }
    }

    private static final class Counter implements Operator<String>, TimerHandler {
        private final Judged judged;
        private final List<Long> rules = new ArrayList<>();
        private @Nullable OperatorContext context;
        private @Nullable LongState count;
        private Output<String> output = (record, timestamp) -> {};
        private Output<String> odd = (record, timestamp) -> {};

        Counter(Judged judged) {
            this.judged = judged;
        }

        @Override
        public void open(OperatorContext opened, Output<String> next) {
            context = opened;
            output = next;
            odd = opened.sideOutput(ODD);
            count = opened.keyedState().state(LongStateDescriptor.of("count"));
            opened.timers();
            opened.restoredState("rules").forEach(rule -> rules.add(Long.parseLong(text(rule))));
        }

        @Override
        public Input<?> input(int index) {
            return index == 0 ? (Input<Event>) this::count : (Input<Event>) this::rule;
        }

        private void count(Event event, long timestamp) {
            OperatorContext here = Objects.requireNonNull(context);
            requireUnseen(event);
            if (judged == Judged.EXACTLY_ONCE && timestamp <= here.currentWatermark()) {
                throw new AssertionError("late: " + timestamp + " behind " + here.currentWatermark());
            }
            long n = Objects.requireNonNull(count).add(1);
            here.timers().eventTime().register(0, timestamp + TIMER_AFTER_MILLIS);
            (n % 2 == 0 ? output : odd).emit("count " + event.key + " " + n, timestamp);
        }

        private void rule(Event rule, long timestamp) {
            requireUnseen(rule);
            if (judged == Judged.EXACTLY_ONCE && rule.number != rules.size()) {
                throw new AssertionError("rule " + rule.number + " behind " + rules);
            }
            rules.add(rule.number);
        }

        @Override
        public void onEventTimer(long namespace, long timestamp) {
            output.emit("timer " + timestamp, timestamp);
        }

        @Override
        public void onProcessingTimer(long namespace, long timestamp) {
            throw new AssertionError("none is set");
        }

        @Override
        public void snapshot(SnapshotContext snapshot) {
            snapshot.put(
                    "rules",
                    Redistribution.BROADCAST,
                    rules.stream().map(rule -> bytes("" + rule)).toList());
        }
    }

    /** Keeps results; one of them, twice or late, is wrong. */
    static final class Keeper extends SingleInputOperator<String, Object> {
        private final Judged judged;
        private final List<String> kept = new ArrayList<>();
        private @Nullable OperatorContext context;

        Keeper(Judged judged) {
            this.judged = judged;
        }

        @Override
        public void open(OperatorContext opened, Output<Object> next) {
            context = opened;
            opened.restoredState("kept").forEach(one -> kept.add(text(one)));
        }

        @Override
        public void process(String result, long timestamp) {
            long watermark = Objects.requireNonNull(context).currentWatermark();
            if (judged == Judged.EXACTLY_ONCE && timestamp <= watermark) {
                throw new AssertionError(result + " is late: " + timestamp + " behind " + watermark);
            }
            kept.add(result);
        }

        @Override
        public void snapshot(SnapshotContext snapshot) {
            snapshot.put(
                    "kept",
                    Redistribution.SPLIT,
                    kept.stream().map(NetworkProgram::bytes).toList());
        }
    }

    private static void requireUnseen(Event event) {
        if (event.seen) {
            throw new AssertionError("a reader's mark is seen by another: " + event.number);
        }
        event.seen = true;
    }

    /** What the sinks must hold at the end. */
    static List<String> expected(List<PartitionedNumbers.Partition> partitions) {
        List<String> all = new ArrayList<>();
        long[] counts = new long[KEYS];
        for (PartitionedNumbers.Partition partition : partitions) {
            for (long position = partition.position(); position < partition.end(); position++) {
                int key = PartitionedNumbers.keyOf(partition.index(), position);
                all.add("count " + name(key) + " " + ++counts[key]);
                all.add("timer " + (PartitionedNumbers.timeOf(partition.index(), position) + TIMER_AFTER_MILLIS));
            }
        }
        return all;
    }

    static String name(int key) {
        return "k" + key;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
