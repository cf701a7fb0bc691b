package dev.weir.engine.source;

/** What a reader says after a poll. */
public final class PollResult {

    private static final long NOW = Long.MIN_VALUE;
    private static final long WHEN_WOKEN = Long.MAX_VALUE;

    /** Poll again soon: there is more. */
    public static final PollResult MORE = new PollResult(NOW);

    /** Nothing until the waker is called or splits come. */
    public static final PollResult IDLE = new PollResult(WHEN_WOKEN);

    /** Nothing ever again. */
    public static final PollResult END = new PollResult(WHEN_WOKEN);

    private final long pollAtNanos;

    private PollResult(long pollAtNanos) {
        this.pollAtNanos = pollAtNanos;
    }

    /** Nothing until {@code nanoTime} (monotonic, as {@link ReaderContext#nanoTime}), or until the waker is called. */
    public static PollResult idleUntil(long nanoTime) {
        return new PollResult(nanoTime);
    }

    /** Whether it has a time at which to poll again. */
    public boolean hasTime() {
        return pollAtNanos != NOW && pollAtNanos != WHEN_WOKEN;
    }

    public long pollAtNanos() {
        return pollAtNanos;
    }
}
