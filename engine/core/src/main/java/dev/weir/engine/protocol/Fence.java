package dev.weir.engine.protocol;

/**
 * The numbers every control message carries besides its checkpoint id. What belongs to an older epoch or another attempt
 * is ignored.
 *
 * @param epoch the coordinator's, claimed in the job's log
 * @param attempt the execution attempt, one number per job, ordered by (epoch, n)
 */
public record Fence(long epoch, long attempt) {

    private static final int ATTEMPT_BITS = 24;

    /**
     * One number for (epoch, attempt), in their order and never used twice, also by a later process of the job: what
     * outside systems know an attempt by.
     */
    public long unique() {
        return (epoch << ATTEMPT_BITS) | attempt;
    }
}
