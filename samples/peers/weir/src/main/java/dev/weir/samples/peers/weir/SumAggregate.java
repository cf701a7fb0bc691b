package dev.weir.samples.peers.weir;

import dev.weir.snapshot.state.AggregateFunction;

/** A sum as a user's own aggregate function. */
final class SumAggregate implements AggregateFunction<Event, SumAggregate.Sum, Long> {

    /** What is stored of a window. */
    public static final class Sum {

        public long value;
    }

    @Override
    public Sum createAccumulator() {
        return new Sum();
    }

    @Override
    public Sum add(Event event, Sum sum) {
        sum.value += event.value();
        return sum;
    }

    @Override
    public Long getResult(Sum sum) {
        return sum.value;
    }

    @Override
    public Sum merge(Sum left, Sum right) {
        left.value += right.value;
        return left;
    }
}
