package dev.weir.operators.window;

/**
 * How much is gathered before the shuffle.
 *
 * @param mostEntries keys and windows held at once, at least 1; a table that holds so many is emptied
 * @param judgedRecords how many records it takes to judge whether gathering pays, at least 1
 */
record PartialLimits(int mostEntries, int judgedRecords) {

    private static final int JUDGED_RECORDS = 4_096;

    /** For longs: a table of long keys takes 8 MiB then. */
    static final PartialLimits LONGS = new PartialLimits(131_072, JUDGED_RECORDS);

    /** For objects: fewer, as nobody knows how large they are. */
    static final PartialLimits OBJECTS = new PartialLimits(16_384, JUDGED_RECORDS);

    PartialLimits {
        if (mostEntries < 1 || judgedRecords < 1) {
            throw new IllegalArgumentException(
                    "limits must be positive: mostEntries=" + mostEntries + ", judgedRecords=" + judgedRecords);
        }
    }
}
