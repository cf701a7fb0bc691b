package dev.weir.snapshot.restore;

/**
 * An operator of the job that is about to start.
 *
 * @param maxParallelism as set, or as derived from the parallelism
 */
public record OperatorTarget(String uid, int parallelism, int maxParallelism, Origin origin) {

    /** Where the max parallelism comes from. */
    public enum Origin {
        /** A person set it: a stored one that differs is refused. */
        EXPLICIT,
        /** It was derived: a stored one is adopted. */
        DERIVED
    }
}
