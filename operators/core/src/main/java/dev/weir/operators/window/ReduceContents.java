package dev.weir.operators.window;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.ReducingState;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Windows that keep one element, reduced. A new window is noticed without a look-up of its own: the state reduces exactly
 * when it holds something already.
 */
final class ReduceContents<T> implements WindowContents<T, T> {

    private final ReduceFunction<T> function;
    private final TypeHint<T> type;
    private @Nullable LongNamespaced<ReducingState<T>> reduced;
    private boolean wasReduced;

    ReduceContents(ReduceFunction<T> function, TypeHint<T> type) {
        this.function = function;
        this.type = type;
    }

    @Override
    public void open(KeyedStateBackend backend, String stateName) {
        reduced = backend.namespaced(new ReducingStateDescriptor<>(stateName, this::reduce, type));
    }

    private T reduce(T left, T right) throws Exception {
        wasReduced = true;
        return function.reduce(left, right);
    }

    @Override
    public boolean add(long windowStart, T element) {
        wasReduced = false;
        at(windowStart).add(element);
        return !wasReduced;
    }

    @Override
    @SuppressWarnings("unchecked") // reduced elements are elements
    public boolean merge(long windowStart, Partial partial) {
        return add(windowStart, (T) partial.value());
    }

    @Override
    public T result(long windowStart) {
        return Objects.requireNonNull(at(windowStart).get(), "a window that fires holds an element");
    }

    @Override
    public void clear(long windowStart) {
        at(windowStart).clear();
    }

    private ReducingState<T> at(long windowStart) {
        return Objects.requireNonNull(reduced, "open comes first").at(windowStart);
    }
}
