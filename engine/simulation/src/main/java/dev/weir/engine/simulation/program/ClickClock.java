package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;

/** Makes watermarks of the timestamps it has seen; they rise within a split. */
final class ClickClock extends SingleInputOperator<Click, Click> implements WatermarkEmitter {

    private final Shape.Dealing dealing;
    private Output<Click> output = (record, timestamp) -> {};
    private long largest = Timestamps.NONE;

    ClickClock(Shape.Dealing dealing) {
        this.dealing = dealing;
    }

    @Override
    public void open(OperatorContext context, Output<Click> to) {
        output = to;
    }

    @Override
    public void process(Click click, long timestamp) {
        largest = Math.max(largest, timestamp);
        output.emit(click, timestamp);
    }

    @Override
    public long currentWatermark(long nowNanos) {
        return largest == Timestamps.NONE || dealing == Shape.Dealing.ON_REQUEST ? Timestamps.NONE : largest - 1;
    }

    @Override
    public boolean isIdle(long nowNanos) {
        return false;
    }
}
