package dev.weir.engine.checkpoint;

/**
 * When something happened, handed in by the shell.
 *
 * @param nanos monotonic; what decisions are made by
 * @param millis wall-clock time since the epoch; for display only
 */
public record Moment(long nanos, long millis) {

    /** Whether this moment is at or after a monotonic time; right across an overflow of the clock. */
    public boolean hasReached(long dueNanos) {
        return nanos - dueNanos >= 0;
    }
}
