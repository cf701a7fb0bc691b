package dev.weir.engine.subtask;

/** Time as a subtask sees it. */
public interface TaskClock {

    /** Monotonic time. */
    long nanoTime();

    /** Wall-clock time in ms since the epoch. */
    long currentTimeMillis();
}
