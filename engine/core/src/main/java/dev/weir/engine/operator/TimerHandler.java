package dev.weir.engine.operator;

/** An operator that sets timers ({@link OperatorContext#timers}). The current key is the timer's. */
public interface TimerHandler {

    /** An event-time timer is due: the watermark has reached {@code timestamp}. One call is one step. */
    void onEventTimer(long namespace, long timestamp) throws Exception;

    /** A processing-time timer is due. One call is one step. */
    void onProcessingTimer(long namespace, long timestamp) throws Exception;
}
