package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.simulation.program.Emissions.Tells;
import dev.weir.engine.simulation.program.Topology.Buckets;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Order;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.backend.TimerQueue;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of each key, on one input or two, and those of each key and bucket of event time. Watches that the
 * records of one origin and way come in order, where that is promised, and that timers come back as they were.
 */
class KeyCounter implements Operator<Datum>, TimerHandler {

    private static final long ALARM_AFTER_MILLIS = 20;
    private static final String TIMERS = "timers";

    /** How many timers there are and when the next is due, beside the parallelism that they were divided by. */
    private record TimerCount(long parallelism, long eventTimers, long nextEvent, long alarms, long nextAlarm) {

        static TimerCount of(OperatorContext context) {
            TimerQueue event = context.timers().eventTime();
            TimerQueue processing = context.timers().processingTime();
            return new TimerCount(
                    context.parallelism(),
                    event.size(),
                    event.nextTimestamp(),
                    processing.size(),
                    processing.nextTimestamp());
        }

        byte[] toBytes() {
            return ByteBuffer.allocate(5 * Long.BYTES)
                    .putLong(parallelism)
                    .putLong(eventTimers)
                    .putLong(nextEvent)
                    .putLong(alarms)
                    .putLong(nextAlarm)
                    .array();
        }

        static TimerCount parse(byte[] element) {
            ByteBuffer buffer = ByteBuffer.wrap(element);
            return new TimerCount(
                    buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
        }
    }

    private record Open(
            OperatorContext context,
            Output<Datum> output,
            Arrivals arrivals,
            KeyedStateBackend keyed,
            ValueState<Totals> totals,
            MapState<Long, Long> lastNumbers,
            LongNamespaced<LongState> buckets,
            OperatorTimers timers) {}

    private final NodeSpec node;
    private final Topology.Counter kind;
    private final Scene scene;
    private @Nullable Open open;

    KeyCounter(NodeSpec node, Topology.Counter kind, Scene scene) {
        this.node = node;
        this.kind = kind;
        this.scene = scene;
    }

    @Override
    public void open(OperatorContext context, Output<Datum> output) throws Exception {
        KeyedStateBackend keyed = context.keyedState();
        open = new Open(
                context,
                output,
                new Arrivals(scene, node, context),
                keyed,
                keyed.state(ValueStateDescriptor.of("totals", Totals.class).withDefault(Totals::new)),
                keyed.state(MapStateDescriptor.of("last-numbers", Long.class, Long.class)),
                keyed.namespaced(LongStateDescriptor.of("buckets")),
                context.timers());
        watchTimers(context);
        scene.interference().before(Phase.OPEN);
    }

    /** A subtask that has its keys again has their timers as they were. */
    private void watchTimers(OperatorContext context) {
        TimerCount now = TimerCount.of(context);
        context.restoredState(TIMERS).stream()
                .map(TimerCount::parse)
                .filter(then -> then.parallelism() == now.parallelism() && !then.equals(now))
                .forEach(then -> opened().arrivals()
                        .breach("timers are restored as they were", "snapshot=" + then + ", restored=" + now));
    }

    @Override
    public Input<?> input(int index) {
        return (Input<Datum>) (datum, timestamp) -> process(index, datum, timestamp);
    }

    private void process(int input, Datum datum, long timestamp) throws Exception {
        Open opened = opened();
        scene.interference().before(Phase.PROCESS);
        opened.arrivals().take(input, datum, timestamp);
        watchOrder(opened, datum);
        Totals totals = Objects.requireNonNull(opened.totals().value()).add(input, datum.value());
        opened.totals().update(totals);
        if (kind.buckets() == Buckets.BY_EVENT_TIME) {
            long bucketEnd = SourceShape.bucketEnd(timestamp);
            opened.buckets().at(bucketEnd).add(Emissions.bucketShare(input, datum.value()));
            opened.timers().eventTime().register(bucketEnd, bucketEnd);
        }
        if (totals.count + totals.secondCount == 1) {
            long at = opened.context().processingTimeMillis() + ALARM_AFTER_MILLIS;
            opened.timers().processingTime().register(0, at);
        }
        Item counted = new Item(
                Emissions.origin(node.id(), Emissions.count(input)),
                0,
                totals.countOf(input),
                datum.key(),
                totals.sumOf(input));
        opened.output().emit(counted, timestamp);
    }

    private void watchOrder(Open opened, Datum datum) {
        boolean isPromised = node.input().order() == Order.BY_NUMBER
                && scene.topology().isExactlyOnce()
                && !scene.observer().mayEndEarly();
        if (!isPromised) {
            return;
        }
        long way = ((long) datum.origin() << 32) | Integer.toUnsignedLong(datum.lane());
        Long last = opened.lastNumbers().get(way);
        if (last != null && last >= datum.number()) {
            opened.arrivals().breach("records of one key and way stay in order", datum + ", last number=" + last);
        }
        opened.lastNumbers().put(way, datum.number());
    }

    @Override
    public long onWatermark(long watermark) {
        opened().arrivals().onWatermark(watermark);
        return watermark;
    }

    @Override
    public void onEventTimer(long namespace, long timestamp) throws Exception {
        Open opened = opened();
        scene.interference().before(Phase.TIMER);
        LongState bucket = opened.buckets().at(namespace);
        opened.output().emit(told(opened, Tells.BUCKET, namespace, bucket.value()), timestamp);
        bucket.clear();
    }

    @Override
    public void onProcessingTimer(long namespace, long timestamp) throws Exception {
        Open opened = opened();
        scene.interference().before(Phase.TIMER);
        opened.output().emit(told(opened, Tells.ALARM, 1, 0), timestamp);
    }

    private Item told(Open opened, Tells what, long number, long value) {
        long key = GeneratedJob.numberOf(opened.keyed().currentKey());
        return new Item(Emissions.origin(node.id(), what), 0, number, key, value);
    }

    @Override
    public void snapshot(SnapshotContext snapshot) throws Exception {
        scene.interference().before(Phase.SNAPSHOT);
        opened().arrivals().snapshot(snapshot);
        TimerCount timers = TimerCount.of(opened().context());
        snapshot.put(TIMERS, Redistribution.SPLIT, List.of(timers.toBytes()));
    }

    @Override
    public void onCheckpointComplete(long checkpointId) throws Exception {
        scene.interference().before(Phase.NOTICE);
    }

    @Override
    public void close() throws Exception {
        scene.interference().before(Phase.CLOSE);
    }

    private Open opened() {
        return Objects.requireNonNull(open);
    }
}
