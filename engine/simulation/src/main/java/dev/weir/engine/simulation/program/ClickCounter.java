package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Row.Kind;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts the clicks of each key, and those of each key and bucket of event time. */
final class ClickCounter extends SingleInputOperator<Click, Row> implements TimerHandler {

    private static final long ALARM_AFTER_MILLIS = 20;

    private record Open(
            OperatorContext context,
            Output<Row> output,
            KeyedStateBackend keyed,
            ValueState<Totals> totals,
            LongNamespaced<LongState> buckets,
            OperatorTimers timers) {}

    private final Interference interference;
    private @Nullable Open open;

    ClickCounter(Interference interference) {
        this.interference = interference;
    }

    @Override
    public void open(OperatorContext context, Output<Row> output) throws Exception {
        KeyedStateBackend keyed = context.keyedState();
        open = new Open(
                context,
                output,
                keyed,
                keyed.state(ValueStateDescriptor.of("totals", Totals.class).withDefault(Totals::new)),
                keyed.namespaced(LongStateDescriptor.of("buckets")),
                context.timers());
        interference.before(Phase.OPEN);
    }

    @Override
    public void process(Click click, long timestamp) throws Exception {
        Open opened = opened();
        interference.before(Phase.PROCESS);
        Totals totals = Objects.requireNonNull(opened.totals().value());
        totals.count++;
        totals.sum += click.value();
        opened.totals().update(totals);
        long bucketEnd = Shape.bucketEnd(timestamp);
        opened.buckets().at(bucketEnd).add(1);
        opened.timers().eventTime().register(bucketEnd, bucketEnd);
        if (totals.count == 1) {
            long at = opened.context().processingTimeMillis() + ALARM_AFTER_MILLIS;
            opened.timers().processingTime().register(0, at);
        }
        opened.output().emit(new Row(click.key(), Kind.COUNT, totals.count, totals.sum), timestamp);
    }

    @Override
    public void onEventTimer(long namespace, long timestamp) throws Exception {
        Open opened = opened();
        interference.before(Phase.TIMER);
        LongState bucket = opened.buckets().at(namespace);
        opened.output().emit(new Row(currentKey(opened), Kind.BUCKET, namespace, bucket.value()), timestamp);
        bucket.clear();
    }

    @Override
    public void onProcessingTimer(long namespace, long timestamp) throws Exception {
        Open opened = opened();
        interference.before(Phase.TIMER);
        opened.output().emit(new Row(currentKey(opened), Kind.ALARM, 1, 0), timestamp);
    }

    private static long currentKey(Open opened) {
        return SimulatedJob.numberOf(opened.keyed().currentKey());
    }

    @Override
    public void onCheckpointComplete(long checkpointId) throws Exception {
        interference.before(Phase.NOTICE);
    }

    @Override
    public void close() throws Exception {
        interference.before(Phase.CLOSE);
    }

    private Open opened() {
        return Objects.requireNonNull(open);
    }
}
