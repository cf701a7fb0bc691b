package dev.weir.engine.simulation.program;

/** What is known of a key: mutable, and changed in place, as users do. */
public final class Totals {

    /** How many clicks. */
    public long count;

    /** The sum of their values. */
    public long sum;
}
