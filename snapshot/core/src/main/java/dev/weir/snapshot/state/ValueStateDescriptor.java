package dev.weir.snapshot.state;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link ValueState}.
 *
 * @param defaultValue gives a fresh default on each read of a key that holds none, so that no two keys share one; null
 *     for none
 * @param ttl how long a value lives after its last use; null for as long as nobody clears it
 */
public record ValueStateDescriptor<T>(
        String name,
        TypeHint<T> type,
        @Nullable Supplier<T> defaultValue,
        @Nullable StateTtl ttl) implements StateDescriptor<ValueState<T>> {

    /** One whose values stay until somebody clears them. */
    public ValueStateDescriptor(String name, TypeHint<T> type, @Nullable Supplier<T> defaultValue) {
        this(name, type, defaultValue, null);
    }

    public static <T> ValueStateDescriptor<T> of(String name, Class<T> type) {
        return new ValueStateDescriptor<>(name, TypeHint.of(type), null);
    }

    public static <T> ValueStateDescriptor<T> of(String name, TypeHint<T> type) {
        return new ValueStateDescriptor<>(name, type, null);
    }

    public ValueStateDescriptor<T> withDefault(Supplier<T> value) {
        return new ValueStateDescriptor<>(name, type, value, ttl);
    }

    /** The same, whose values expire. */
    public ValueStateDescriptor<T> withTtl(StateTtl timeToLive) {
        return new ValueStateDescriptor<>(name, type, defaultValue, timeToLive);
    }

    @Override
    public StateKind kind() {
        return StateKind.VALUE;
    }
}
