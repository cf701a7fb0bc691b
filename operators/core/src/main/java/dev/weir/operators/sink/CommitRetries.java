package dev.weir.operators.sink;

import java.time.Duration;

/**
 * How often and when a commit that failed is tried again; the delay doubles from pass to pass.
 *
 * @param first delay before the first repetition
 * @param longest the delay grows up to this
 * @param passes failed passes in a row after which the attempt fails, to be recovered like any failure
 */
record CommitRetries(Duration first, Duration longest, int passes) {

    static final CommitRetries DEFAULT = new CommitRetries(Duration.ofMillis(100), Duration.ofSeconds(10), 20);

    private static final int MOST_DOUBLINGS = 20;

    /** The delay before the pass that follows this many failed ones; 0 where none failed. */
    Duration delay(int failedPasses) {
        if (failedPasses == 0) {
            return Duration.ZERO;
        }
        Duration grown = first.multipliedBy(1L << Math.min(failedPasses - 1, MOST_DOUBLINGS));
        return grown.compareTo(longest) < 0 ? grown : longest;
    }
}
