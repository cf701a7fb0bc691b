package dev.weir.operators.function;

import dev.weir.snapshot.state.ReduceFunction;

/**
 * A reduce function that is {@link Combinable}, as a lambda:
 *
 * <pre>{@code
 * CombinableReduceFunction<Bid> highest = (a, b) -> a.price() >= b.price() ? a : b;
 * bids.keyBy(Bid::item).window(minutes).reduce("highest", highest, Bid.class);
 * }</pre>
 */
@FunctionalInterface
public interface CombinableReduceFunction<T> extends ReduceFunction<T>, Combinable {}
