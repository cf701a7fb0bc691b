package dev.weir.operators.time;

/**
 * Notices silence without reading a clock per record: it compares a count of records between two looks. Silence is
 * measured from the look that last saw a new record, so a stream counts as idle after the timeout and at most the time
 * between two looks more. Decides without a clock of its own.
 */
final class IdleClock {

    private final long timeoutNanos;
    private boolean started;
    private boolean idle;
    private long recordsAtLastLook;
    private long silentSinceNanos;

    IdleClock(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Whether the silence has lasted for the timeout.
     *
     * @param records how many records have come so far
     * @param nowNanos monotonic time
     */
    boolean isIdle(long records, long nowNanos) {
        if (!started || records != recordsAtLastLook) {
            started = true;
            recordsAtLastLook = records;
            silentSinceNanos = nowNanos;
            idle = false;
        } else {
            idle = nowNanos - silentSinceNanos >= timeoutNanos;
        }
        return idle;
    }

    /** No records could come: what isn't idle is silent from now at the earliest. */
    void onHeldUp(long nowNanos) {
        if (!idle) {
            silentSinceNanos = nowNanos;
        }
    }
}
