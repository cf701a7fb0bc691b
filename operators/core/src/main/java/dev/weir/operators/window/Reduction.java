package dev.weir.operators.window;

/**
 * Judges whether aggregating before the shuffle pays, by how many records one partial stood for. Where it doesn't (keys
 * that hardly repeat), records are passed through for a while before it is tried again; the pauses grow, so that in the
 * long run trying costs next to nothing, and a stream that changes is found out.
 *
 * <p>Invariants: nothing is judged by fewer records than the limit says; a pause is a multiple of the records that
 * were judged, and never longer than {@link #LONGEST_PAUSE}.
 */
final class Reduction {

    static final long LONGEST_PAUSE = 1L << 24;

    /** A partial costs about what two records passed through cost, look-ups included. */
    private static final int WORTHWHILE = 2;

    private static final int FIRST_FACTOR = 8;
    private static final int LARGEST_FACTOR = 128;

    private final int judgedRecords;
    private long records;
    private long partials;
    private int factor = FIRST_FACTOR;

    /** @param judgedRecords how many records it takes to judge */
    Reduction(int judgedRecords) {
        this.judgedRecords = judgedRecords;
    }

    /**
     * A table was emptied.
     *
     * @return how many records to pass through before aggregating again; 0 to go on aggregating
     */
    long onDrained(long drainedRecords, long drainedPartials) {
        records += drainedRecords;
        partials += drainedPartials;
        if (records < judgedRecords) {
            return 0;
        }
        long judged = records;
        boolean pays = records >= WORTHWHILE * partials;
        records = 0;
        partials = 0;
        if (pays) {
            factor = FIRST_FACTOR;
            return 0;
        }
        long pause = Math.min(judged * factor, LONGEST_PAUSE);
        factor = Math.min(factor * 2, LARGEST_FACTOR);
        return pause;
    }
}
