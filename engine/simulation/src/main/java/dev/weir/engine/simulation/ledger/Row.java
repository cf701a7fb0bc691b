package dev.weir.engine.simulation.ledger;

/**
 * One line of the job's output: a record that reached a sink.
 *
 * @param number what tells the rows of one origin, lane and key apart
 * @param value what must be written beside the number
 */
public record Row(int origin, int lane, long number, long key, long value) {}
