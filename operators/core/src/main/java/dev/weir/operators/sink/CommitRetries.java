package dev.weir.operators.sink;

import java.time.Duration;

/**
 * How often and when a commit, or a write outside, that failed is tried again; the delay doubles from try to try, and no
 * thread waits for it.
 *
 * <pre>{@code
 * new CommitRetries(Duration.ofMillis(50), Duration.ofSeconds(30), 100)
 * }</pre>
 *
 * @param first delay before the first repetition; may be zero
 * @param longest the delay grows up to this
 * @param tries failed tries in a row after which the attempt fails, to be recovered like any failure: nothing is given
 *     up, since what is to be committed stays in the checkpoint
 */
public record CommitRetries(Duration first, Duration longest, int tries) {

    /** After 0.1 s, 0.2 s, … 10 s: twenty tries, about two and a half minutes. */
    public static final CommitRetries DEFAULT = new CommitRetries(Duration.ofMillis(100), Duration.ofSeconds(10), 20);

    private static final int MOST_DOUBLINGS = 20;

    public CommitRetries {
        if (first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "0 <= first delay <= longest delay must hold for retries: first=" + first + ", longest=" + longest);
        }
        if (tries < 1) {
            throw new IllegalArgumentException("what fails is tried at least once: tries=" + tries);
        }
    }

    /** The delay before the try that follows this many failed ones; 0 where none failed. */
    Duration delay(int failedTries) {
        if (failedTries == 0) {
            return Duration.ZERO;
        }
        Duration grown = first.multipliedBy(1L << Math.min(failedTries - 1, MOST_DOUBLINGS));
        return grown.compareTo(longest) < 0 ? grown : longest;
    }
}
