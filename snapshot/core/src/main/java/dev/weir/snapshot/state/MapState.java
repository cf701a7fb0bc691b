package dev.weir.snapshot.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map per key. Map keys are not null; values may be. */
public interface MapState<K, V> extends State {

    @Nullable
    V get(K key);

    void put(K key, @Nullable V value);

    void putAll(Map<? extends K, ? extends @Nullable V> entries);

    void remove(K key);

    boolean contains(K key);

    boolean isEmpty();

    /** The number of entries. */
    int size();

    /** Live entries: {@code setValue} and the iterator's {@code remove} write through. */
    Iterable<Map.Entry<K, @Nullable V>> entries();

    Iterable<K> keys();

    Iterable<@Nullable V> values();
}
