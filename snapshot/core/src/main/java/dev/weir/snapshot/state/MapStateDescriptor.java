package dev.weir.snapshot.state;

/** Describes a {@link MapState}. */
public record MapStateDescriptor<K, V>(String name, TypeHint<K> keyType, TypeHint<V> valueType)
        implements StateDescriptor<MapState<K, V>> {

    public static <K, V> MapStateDescriptor<K, V> of(String name, Class<K> keyType, Class<V> valueType) {
        return new MapStateDescriptor<>(name, TypeHint.of(keyType), TypeHint.of(valueType));
    }

    public static <K, V> MapStateDescriptor<K, V> of(String name, TypeHint<K> keyType, TypeHint<V> valueType) {
        return new MapStateDescriptor<>(name, keyType, valueType);
    }

    @Override
    public StateKind kind() {
        return StateKind.MAP;
    }
}
