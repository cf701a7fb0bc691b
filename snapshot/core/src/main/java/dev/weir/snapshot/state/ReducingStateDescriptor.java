package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link ReducingState}.
 *
 * @param ttl how long the reduced value lives after its last use; null for as long as nobody clears it
 */
public record ReducingStateDescriptor<T>(
        String name,
        ReduceFunction<T> function,
        TypeHint<T> type,
        @Nullable StateTtl ttl) implements StateDescriptor<ReducingState<T>> {

    /** One whose values stay until somebody clears them. */
    public ReducingStateDescriptor(String name, ReduceFunction<T> function, TypeHint<T> type) {
        this(name, function, type, null);
    }

    public static <T> ReducingStateDescriptor<T> of(String name, ReduceFunction<T> function, Class<T> type) {
        return new ReducingStateDescriptor<>(name, function, TypeHint.of(type));
    }

    /** The same, whose values expire. */
    public ReducingStateDescriptor<T> withTtl(StateTtl timeToLive) {
        return new ReducingStateDescriptor<>(name, function, type, timeToLive);
    }

    @Override
    public StateKind kind() {
        return StateKind.REDUCING;
    }
}
