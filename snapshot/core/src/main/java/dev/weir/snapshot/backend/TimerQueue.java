package dev.weir.snapshot.backend;

/**
 * Timers of one operator in one subtask, unique per key, namespace and timestamp, in order of their timestamps. The
 * owner thread uses it.
 */
public interface TimerQueue {

    /** Sets a timer for the current key; a second one that is equal has no effect. */
    void register(long namespace, long timestamp);

    /** Removes a timer of the current key, if there is one. */
    void delete(long namespace, long timestamp);

    boolean isEmpty();

    /** The smallest timestamp; {@code Long.MAX_VALUE} when empty. */
    long nextTimestamp();

    /**
     * Takes the first timer that is due at {@code time} ({@code timestamp <= time}), makes its key the backend's current
     * key, and returns true; false when none is due.
     */
    boolean pollDue(long time);

    /** The namespace of the timer taken last. */
    long polledNamespace();

    /** The timestamp of the timer taken last. */
    long polledTimestamp();

    int size();
}
