package dev.weir.engine.operator;

/** Special values of event time. */
public final class Timestamps {

    /** A record without a timestamp; no watermark yet. */
    public static final long NONE = Long.MIN_VALUE;

    /** The watermark at the end of the input. */
    public static final long MAX = Long.MAX_VALUE;

    private Timestamps() {}
}
