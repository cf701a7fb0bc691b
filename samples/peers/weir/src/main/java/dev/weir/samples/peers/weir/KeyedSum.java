package dev.weir.samples.peers.weir;

import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;

/** The running sum of each key, as a user writes it. */
final class KeyedSum<E extends Summable> implements MapFunction<E, E> {

    /** Makes the result of a record and its key's sum. */
    @FunctionalInterface
    interface Result<E> {
        E of(E event, long sum);
    }

    private final Result<E> result;

    @SuppressWarnings("NullAway.Init") // open comes before map
    private ValueState<Long> sum;

    KeyedSum(Result<E> result) {
        this.result = result;
    }

    @Override
    public void open(RuntimeContext context) {
        sum = context.getState(ValueStateDescriptor.of("sum", Long.class));
    }

    @Override
    public E map(E event) {
        Long before = sum.value();
        long after = (before == null ? 0 : before) + event.value();
        sum.update(after);
        return result.of(event, after);
    }
}
