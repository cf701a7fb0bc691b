package dev.weir.engine.subtask;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what event time does to it. A record sets a timer at its time, or, behind the watermark, is late. After a
 * timer it takes no more until it is told to.
 */
final class TimeWatcher extends SingleInputOperator<String, String> implements TimerHandler {

    final List<String> seen = new ArrayList<>();
    boolean pausesAfterTimer;
    private boolean isPaused;
    private @Nullable OperatorContext context;
    private @Nullable LongState count;

    @Override
    public void open(OperatorContext opened, Output<String> output) {
        context = opened;
        count = opened.keyedState().state(LongStateDescriptor.of("count"));
        opened.timers();
    }

    @Override
    public boolean isReady() {
        return !isPaused;
    }

    void goOn() {
        isPaused = false;
        pausesAfterTimer = false;
    }

    @Override
    public void process(String record, long timestamp) {
        OperatorContext here = Objects.requireNonNull(context);
        Objects.requireNonNull(count).add(1);
        if (timestamp != Timestamps.NONE && timestamp <= here.currentWatermark()) {
            seen.add(record + " is late");
        } else {
            seen.add(record);
            here.timers().eventTime().register(0, timestamp);
        }
    }

    @Override
    public void onEventTimer(long namespace, long timestamp) {
        seen.add("timer " + timestamp);
        isPaused = pausesAfterTimer;
    }

    @Override
    public void onProcessingTimer(long namespace, long timestamp) {
        throw new AssertionError("none is set");
    }

    @Override
    public long onWatermark(long watermark) {
        seen.add("watermark " + watermark);
        return watermark;
    }

    @Override
    public void beforeIdle() {
        seen.add("idle");
    }
}
