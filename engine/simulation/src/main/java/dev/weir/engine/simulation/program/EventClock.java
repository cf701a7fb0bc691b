package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.engine.simulation.program.Topology.Dealing;
import dev.weir.engine.simulation.program.Topology.Silence;
import org.jspecify.annotations.Nullable;

/** Makes watermarks of the timestamps it has seen; they rise in its subtask. */
final class EventClock extends SingleInputOperator<Datum, Datum> implements WatermarkEmitter {

    private static final long PATIENCE_NANOS = 10_000_000;

    private final Topology.Clock kind;
    private Output<Datum> output = (record, timestamp) -> {};
    private @Nullable OperatorContext context;
    private long largest = Timestamps.NONE;
    private long lastNanos;

    EventClock(Topology.Clock kind) {
        this.kind = kind;
    }

    @Override
    public void open(OperatorContext operatorContext, Output<Datum> to) {
        context = operatorContext;
        output = to;
        lastNanos = operatorContext.nanoTime();
    }

    @Override
    public void process(Datum datum, long timestamp) {
        largest = Math.max(largest, timestamp);
        if (context != null && kind.silence() == Silence.FOR_A_WHILE) {
            lastNanos = context.nanoTime();
        }
        output.emit(datum, timestamp);
    }

    @Override
    public long currentWatermark(long nowNanos) {
        return largest == Timestamps.NONE || kind.dealing() == Dealing.ON_REQUEST ? Timestamps.NONE : largest - 1;
    }

    @Override
    public boolean isIdle(long nowNanos) {
        return kind.silence() == Silence.FOR_A_WHILE && nowNanos - lastNanos > PATIENCE_NANOS;
    }
}
