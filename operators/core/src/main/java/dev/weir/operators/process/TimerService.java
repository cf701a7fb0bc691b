package dev.weir.operators.process;

/**
 * Time, and timers of the current key. Timers are unique per key and timestamp: setting one twice has no effect. A timer
 * set at or before the current time fires at the next advance. Timers are part of checkpoints and move with their keys.
 * Used by the subtask's thread, while the function is being called.
 */
public interface TimerService {

    /** Wall-clock time in ms since the epoch. */
    long currentProcessingTime();

    /**
     * The operator's watermark in ms; {@code Long.MIN_VALUE} before the first. While an event-time timer fires it is at
     * least the timer's timestamp.
     */
    long currentWatermark();

    /**
     * Sets a timer that fires when the watermark reaches {@code timestamp}.
     *
     * @throws IllegalStateException where the stream isn't keyed, with the remedy
     */
    void registerEventTimeTimer(long timestamp);

    /**
     * Sets a timer that fires when the wall clock reaches {@code timestamp}, in ms since the epoch. Those still open when
     * the input ends don't fire.
     *
     * @throws IllegalStateException where the stream isn't keyed, with the remedy
     */
    void registerProcessingTimeTimer(long timestamp);

    /** Removes an event-time timer of the current key; nothing happens where there is none. */
    void deleteEventTimeTimer(long timestamp);

    /** Removes a processing-time timer of the current key; nothing happens where there is none. */
    void deleteProcessingTimeTimer(long timestamp);
}
