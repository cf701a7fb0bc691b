package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link MapState}.
 *
 * @param ttl how long an entry lives after its last use; null for as long as nobody clears it
 */
public record MapStateDescriptor<K, V>(
        String name,
        TypeHint<K> keyType,
        TypeHint<V> valueType,
        @Nullable StateTtl ttl) implements StateDescriptor<MapState<K, V>> {

    /** One whose values stay until somebody clears them. */
    public MapStateDescriptor(String name, TypeHint<K> keyType, TypeHint<V> valueType) {
        this(name, keyType, valueType, null);
    }

    public static <K, V> MapStateDescriptor<K, V> of(String name, Class<K> keyType, Class<V> valueType) {
        return new MapStateDescriptor<>(name, TypeHint.of(keyType), TypeHint.of(valueType));
    }

    public static <K, V> MapStateDescriptor<K, V> of(String name, TypeHint<K> keyType, TypeHint<V> valueType) {
        return new MapStateDescriptor<>(name, keyType, valueType);
    }

    /** The same, whose values expire. */
    public MapStateDescriptor<K, V> withTtl(StateTtl timeToLive) {
        return new MapStateDescriptor<>(name, keyType, valueType, timeToLive);
    }

    @Override
    public StateKind kind() {
        return StateKind.MAP;
    }
}
