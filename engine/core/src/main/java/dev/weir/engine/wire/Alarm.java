package dev.weir.engine.wire;

/** Rings once at the time it was set to, on one of the threads that run the subtask. Any thread may set it. */
public interface Alarm {

    /**
     * Sets it, in place of what it was set to before.
     *
     * @param nanoTime monotonic; when it has passed already, the alarm rings at once
     */
    void set(long nanoTime);

    /** Takes it back; harmless where it isn't set. */
    void cancel();
}
