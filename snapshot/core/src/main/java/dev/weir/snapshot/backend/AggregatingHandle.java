package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.AggregatingState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@link AggregatingState} on the heap; the accumulator is written back without a copy. */
final class AggregatingHandle<IN, ACC, OUT> extends FoldHandle implements AggregatingState<IN, OUT> {

    private final AggregateFunction<IN, ACC, OUT> function;

    AggregatingHandle(HeapState state, AggregateFunction<IN, ACC, OUT> function) {
        super(state);
        this.function = function;
    }

    @Override
    public @Nullable OUT get() {
        Object accumulator = handOut();
        return accumulator == null ? null : function.getResult(Unchecked.cast(accumulator));
    }

    @Override
    public void add(IN element) {
        Objects.requireNonNull(element, () -> "an aggregating state takes no null: state=" + state.name());
        Object stored = handOut();
        Object accumulator = stored == null ? function.createAccumulator() : stored;
        IN given = Unchecked.cast(elementFor(accumulator, element));
        storeResult(function.add(given, Unchecked.cast(accumulator)), element);
    }
}
