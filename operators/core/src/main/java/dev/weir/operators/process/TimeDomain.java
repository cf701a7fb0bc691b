package dev.weir.operators.process;

/** The two kinds of time a timer can wait for. */
public enum TimeDomain {
    /** The time of the records, as far as watermarks say it has come. */
    EVENT_TIME,
    /** The wall clock. */
    PROCESSING_TIME
}
