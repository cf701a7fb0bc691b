package dev.weir.snapshot.state;

/** Aggregates elements into an accumulator, incrementally. */
public interface AggregateFunction<IN, ACC, OUT> {

    ACC createAccumulator();

    /** Adds the element; may change and return the accumulator it was given. */
    ACC add(IN element, ACC accumulator);

    OUT getResult(ACC accumulator);

    /** Merges two accumulators; may change and return one of them. */
    ACC merge(ACC left, ACC right);
}
