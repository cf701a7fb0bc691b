package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.ReducingState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@link ReducingState} on the heap. */
final class ReducingHandle<T> extends FoldHandle implements ReducingState<T> {

    private final ReduceFunction<T> function;

    ReducingHandle(HeapState state, ReduceFunction<T> function) {
        super(state);
        this.function = function;
    }

    @Override
    public @Nullable T get() {
        Object value = handOut();
        return value == null ? null : Unchecked.cast(value);
    }

    @Override
    public void add(T element) {
        Objects.requireNonNull(element, () -> "a reducing state takes no null: state=" + state.name());
        Object stored = handOut();
        if (stored == null) {
            storeOwned(toOwned(element));
            return;
        }
        T given = Unchecked.cast(elementFor(stored, element));
        Object result = reduce(Unchecked.cast(stored), given);
        storeResult(result, element);
    }

    private T reduce(T stored, T element) {
        try {
            return function.reduce(stored, element);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the reduce function failed: state=" + state.name(), e);
        }
    }
}
