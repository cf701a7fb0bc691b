package dev.weir.engine.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The numbers every control message carries besides its checkpoint id. What belongs to an older epoch or another attempt
 * is ignored.
 *
 * @param epoch the coordinator's, claimed in the job's log
 * @param attempt the execution attempt under this coordinator, from 1; over coordinators attempts are ordered by (epoch,
 *     attempt)
 */
public record Fence(long epoch, long attempt) {

    private static final int ATTEMPT_BITS = 32;

    /** One number for (epoch, attempt): a later attempt has a higher one, whichever coordinator began it. */
    public long jobWideAttempt() {
        return (epoch << ATTEMPT_BITS) + attempt;
    }

    // Written out, as every message is judged by it: what the compiler makes is linked at its first call, at the start.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fence that && epoch == that.epoch && attempt == that.attempt;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(epoch) + Long.hashCode(attempt);
    }
}
