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
 * accumulator exactly when it has none. A sender's accumulator is merged in through the state's own {@code add}: its
 * element then is {@link Merge#PENDING}, and the accumulator waits beside the function.
 */
final class AggregateContents<IN, ACC, R> implements WindowContents<IN, R> {

    private final Noticing<IN, ACC, R> function;
    private final TypeHint<ACC> accumulatorType;
    private @Nullable LongNamespaced<AggregatingState<Object, R>> accumulators;

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
    public boolean merge(long windowStart, Partial partial) {
        function.created = false;
        function.toMerge = partial.value();
        at(windowStart).add(Merge.PENDING);
        function.toMerge = null;
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

    private AggregatingState<Object, R> at(long windowStart) {
        return Objects.requireNonNull(accumulators, "open comes first").at(windowStart);
    }

    /** Stands for an accumulator that is to be merged. */
    private enum Merge {
        PENDING
    }

    /** The user's function, and whether it has been asked for a new accumulator. Elements are of type IN, or a sign. */
    private static final class Noticing<IN, ACC, R> implements AggregateFunction<Object, ACC, R> {

        private final AggregateFunction<IN, ACC, R> function;
        private boolean created;
        private @Nullable Object toMerge;

        Noticing(AggregateFunction<IN, ACC, R> function) {
            this.function = function;
        }

        @Override
        public ACC createAccumulator() {
            created = true;
            return function.createAccumulator();
        }

        @Override
        @SuppressWarnings("unchecked") // elements are the window's, accumulators the function's
        public ACC add(Object element, ACC accumulator) {
            Object other = toMerge;
            return element == Merge.PENDING && other != null
                    ? function.merge(accumulator, (ACC) other)
                    : function.add((IN) element, accumulator);
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
