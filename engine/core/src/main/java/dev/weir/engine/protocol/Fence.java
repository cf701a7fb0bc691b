package dev.weir.engine.protocol;

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
}
