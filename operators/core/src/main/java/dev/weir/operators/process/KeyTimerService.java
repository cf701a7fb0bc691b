package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.backend.TimerQueue;

/** The timers a {@link KeyedProcessFunction} sets: all in one namespace. */
final class KeyTimerService implements TimerService {

    private static final long NAMESPACE = 0;

    private final OperatorContext context;
    private final TimerQueue eventTime;
    private final TimerQueue processingTime;
    private long firing = Timestamps.NONE;

    KeyTimerService(OperatorContext context) {
        this.context = context;
        this.eventTime = context.timers().eventTime();
        this.processingTime = context.timers().processingTime();
    }

    /** An event-time timer fires until {@link #fired}: the watermark has reached it, also in mid-advance. */
    void fires(long timestamp) {
        firing = timestamp;
    }

    void fired() {
        firing = Timestamps.NONE;
    }

    @Override
    public long currentProcessingTime() {
        return context.processingTimeMillis();
    }

    @Override
    public long currentWatermark() {
        return Math.max(firing, context.currentWatermark());
    }

    @Override
    public void registerEventTimeTimer(long timestamp) {
        eventTime.register(NAMESPACE, timestamp);
    }

    @Override
    public void registerProcessingTimeTimer(long timestamp) {
        processingTime.register(NAMESPACE, timestamp);
    }

    @Override
    public void deleteEventTimeTimer(long timestamp) {
        eventTime.delete(NAMESPACE, timestamp);
    }

    @Override
    public void deleteProcessingTimeTimer(long timestamp) {
        processingTime.delete(NAMESPACE, timestamp);
    }
}
