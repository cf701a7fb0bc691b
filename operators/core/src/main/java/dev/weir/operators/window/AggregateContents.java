package dev.weir.operators.window;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.AggregatingState;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Windows that keep an accumulator. A new window is noticed without a look-up of its own: the state asks for a new
 * accumulator exactly when it has none.
 */
final class AggregateContents<IN, ACC, R> implements WindowContents<IN, R> {

    private final Noticing<IN, ACC, R> function;
    private final TypeHint<ACC> accumulatorType;
    private @Nullable LongNamespaced<AggregatingState<IN, R>> accumulators;

    AggregateContents(AggregateFunction<IN, ACC, R> function, TypeHint<ACC> accumulatorType) {
        this.function = new Noticing<>(function);
        this.accumulatorType = accumulatorType;
    }

    @Override
    public void open(KeyedStateBackend backend, String stateName) {
        accumulators = backend.namespaced(new AggregatingStateDescriptor<>(stateName, function, accumulatorType));
    }

    @Override
    public boolean add(long windowStart, IN element) {
        function.created = false;
        at(windowStart).add(element);
        return function.created;
    }

    @Override
    public R result(long windowStart) {
        return Objects.requireNonNull(
                at(windowStart).get(),
                "the result of a window must not be null: getResult of the aggregate function gave null; emit a value"
                        + " and filter it out afterwards");
    }

    @Override
    public void clear(long windowStart) {
        at(windowStart).clear();
    }

    private AggregatingState<IN, R> at(long windowStart) {
        return Objects.requireNonNull(accumulators, "open comes first").at(windowStart);
    }

    /** The user's function, and whether it has been asked for a new accumulator. */
    private static final class Noticing<IN, ACC, R> implements AggregateFunction<IN, ACC, R> {

        private final AggregateFunction<IN, ACC, R> function;
        private boolean created;

        Noticing(AggregateFunction<IN, ACC, R> function) {
            this.function = function;
        }

        @Override
        public ACC createAccumulator() {
            created = true;
            return function.createAccumulator();
        }

        @Override
        public ACC add(IN element, ACC accumulator) {
            return function.add(element, accumulator);
        }

        @Override
        public R getResult(ACC accumulator) {
            return function.getResult(accumulator);
        }

        @Override
        public ACC merge(ACC left, ACC right) {
            return function.merge(left, right);
        }
    }
}
