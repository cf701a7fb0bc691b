package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link ListState}.
 *
 * @param ttl how long an element lives after its last use; null for as long as nobody clears it
 */
public record ListStateDescriptor<T>(
        String name, TypeHint<T> elementType, @Nullable StateTtl ttl) implements StateDescriptor<ListState<T>> {

    /** One whose values stay until somebody clears them. */
    public ListStateDescriptor(String name, TypeHint<T> elementType) {
        this(name, elementType, null);
    }

    public static <T> ListStateDescriptor<T> of(String name, Class<T> elementType) {
        return new ListStateDescriptor<>(name, TypeHint.of(elementType));
    }

    public static <T> ListStateDescriptor<T> of(String name, TypeHint<T> elementType) {
        return new ListStateDescriptor<>(name, elementType);
    }

    /** The same, whose values expire. */
    public ListStateDescriptor<T> withTtl(StateTtl timeToLive) {
        return new ListStateDescriptor<>(name, elementType, timeToLive);
    }

    @Override
    public StateKind kind() {
        return StateKind.LIST;
    }
}
