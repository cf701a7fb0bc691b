package dev.weir.operators.harness;

import dev.weir.operators.harness.MapBackend.Slot;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.AggregatingState;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.ReducingState;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State handles over a slot of the map backend. */
@SuppressWarnings("unchecked") // a slot holds what its only handle has put there
final class MapHandles {

    private MapHandles() {}

    static State of(StateDescriptor<?> descriptor, Slot slot) {
        if (descriptor instanceof LongStateDescriptor) {
            return new Longs(slot);
        }
        if (descriptor instanceof ValueStateDescriptor<?>) {
            return new Values<>(slot);
        }
        if (descriptor instanceof ListStateDescriptor<?>) {
            return new Lists<>(slot);
        }
        if (descriptor instanceof ReducingStateDescriptor<?> reducing) {
            return new Reducing<>(slot, (ReduceFunction<Object>) reducing.function());
        }
        if (descriptor instanceof AggregatingStateDescriptor<?, ?, ?> aggregating) {
            return new Aggregating<>(slot, (AggregateFunction<Object, Object, Object>) aggregating.function());
        }
        throw new IllegalArgumentException("the harness has no handle for " + descriptor.kind());
    }

    private record Longs(Slot slot) implements LongState {
        @Override
        public long value() {
            return slot.get() instanceof Long stored ? stored : 0;
        }

        @Override
        public void update(long value) {
            slot.put(value);
        }

        @Override
        public long add(long delta) {
            update(value() + delta);
            return value();
        }

        @Override
        public boolean isSet() {
            return slot.get() != null;
        }

        @Override
        public void clear() {
            slot.put(null);
        }
    }

    private record Values<T>(Slot slot) implements ValueState<T> {
        @Override
        public @Nullable T value() {
            return (T) slot.get();
        }

        @Override
        public void update(@Nullable T value) {
            slot.put(value);
        }

        @Override
        public void clear() {
            slot.put(null);
        }
    }

    private record Lists<T>(Slot slot) implements ListState<T> {
        @Override
        public Iterable<T> get() {
            return slot.get() instanceof List<?> list ? (List<T>) list : List.of();
        }

        @Override
        public void add(T element) {
            addAll(List.of(element));
        }

        @Override
        public void addAll(List<? extends T> elements) {
            List<T> all = new ArrayList<>();
            get().forEach(all::add);
            all.addAll(elements);
            slot.put(all);
        }

        @Override
        public void update(List<? extends T> elements) {
            slot.put(elements.isEmpty() ? null : new ArrayList<>(elements));
        }

        @Override
        public void clear() {
            slot.put(null);
        }
    }

    private record Reducing<T>(Slot slot, ReduceFunction<T> function) implements ReducingState<T> {
        @Override
        public @Nullable T get() {
            return (T) slot.get();
        }

        @Override
        public void add(T element) {
            T stored = get();
            try {
                slot.put(stored == null ? element : function.reduce(stored, element));
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void clear() {
            slot.put(null);
        }
    }

    private record Aggregating<I, A, O>(Slot slot, AggregateFunction<I, A, O> function)
            implements AggregatingState<I, O> {
        @Override
        public @Nullable O get() {
            A stored = (A) slot.get();
            return stored == null ? null : function.getResult(stored);
        }

        @Override
        public void add(I element) {
            A stored = (A) slot.get();
            slot.put(function.add(element, stored == null ? function.createAccumulator() : stored));
        }

        @Override
        public void clear() {
            slot.put(null);
        }
    }
}
