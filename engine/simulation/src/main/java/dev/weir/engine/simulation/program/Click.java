package dev.weir.engine.simulation.program;

/**
 * A record of the source.
 *
 * @param number the record's number within its split, from 0
 * @param value follows from split and number
 */
public record Click(long key, int split, long number, long value) {}
