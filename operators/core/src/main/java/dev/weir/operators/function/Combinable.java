package dev.weir.operators.function;

/**
 * Declares of an aggregate or reduce function that its results don't depend on how its input is split: folding some
 * elements here and the others there, and merging the two, gives exactly what folding all of them gives. Then windows may
 * aggregate before records are dealt out by key ({@code PreAggregation}).
 *
 * <p>For an aggregate: {@code merge} is associative, a new accumulator changes nothing when merged, and adding an element
 * is merging what it alone makes. For a reduce: it is associative. Sums of floating-point numbers aren't, as each addition
 * rounds; integers, minima, maxima, sets, bits and sketches mostly are.
 *
 * <pre>{@code
 * final class Total implements AggregateFunction<Order, Long, Long>, Combinable { … }
 * }</pre>
 */
public interface Combinable {}
