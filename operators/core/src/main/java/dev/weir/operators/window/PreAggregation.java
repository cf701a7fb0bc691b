package dev.weir.operators.window;

/**
 * Whether windows aggregate before records are dealt out by key: each sending subtask folds its records per key and window,
 * and sends what it has when a watermark or barrier passes. Then a key costs one record per watermark, not one per record.
 * Results are the same either way, and so is what is stored: a job may be restored with the other choice.
 */
public enum PreAggregation {

    /**
     * Where results can't differ: no allowed lateness, no side output for late data, and a function that is exact however
     * its input is split: {@code count}, {@code sum}, {@code min}, {@code max}, and functions that declare themselves
     * {@link dev.weir.operators.function.Combinable}.
     */
    WHERE_EXACT,

    /** Nowhere: every record is sent to its key's subtask. */
    OFF
}
