package dev.weir.snapshot.state;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link ValueState}.
 *
 * @param defaultValue gives a fresh default on each read of a key that holds none, so that no two keys share one; null
 *     for none
 */
public record ValueStateDescriptor<T>(
        String name, TypeHint<T> type, @Nullable Supplier<T> defaultValue) implements StateDescriptor<ValueState<T>> {

    public static <T> ValueStateDescriptor<T> of(String name, Class<T> type) {
        return new ValueStateDescriptor<>(name, TypeHint.of(type), null);
    }

    public static <T> ValueStateDescriptor<T> of(String name, TypeHint<T> type) {
        return new ValueStateDescriptor<>(name, type, null);
    }

    public ValueStateDescriptor<T> withDefault(Supplier<T> value) {
        return new ValueStateDescriptor<>(name, type, value);
    }

    @Override
    public StateKind kind() {
        return StateKind.VALUE;
    }
}
