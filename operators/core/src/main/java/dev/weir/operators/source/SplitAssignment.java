package dev.weir.operators.source;

/** To which reader a split goes that was found. */
public enum SplitAssignment {
    /** By a hash of its id: the same one whenever it is found, and about as many to each where there are many. */
    BY_ID,
    /**
     * To the reader that was given the fewest since the start or the last restart; the first among equals. Even also where
     * there are few.
     */
    FEWEST_FIRST
}
