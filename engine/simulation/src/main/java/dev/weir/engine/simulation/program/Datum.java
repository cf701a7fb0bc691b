package dev.weir.engine.simulation.program;

/**
 * What flows through a generated job. Origin, lane, number and key name it: the origin is a split or an operator, the
 * lane says which way it went, the number rises within an origin and key.
 */
public interface Datum {

    int origin();

    int lane();

    long number();

    long key();

    long value();

    /** The same record, changed: a mutable one changes itself, as users do. */
    Datum changed(int lane, long key, long value);
}
