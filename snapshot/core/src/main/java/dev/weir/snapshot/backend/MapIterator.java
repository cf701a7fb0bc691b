package dev.weir.snapshot.backend;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the map of one key. It goes on over the map it began with where a write has given the state another one, as
 * that map then is in a frozen view and doesn't change. Writes go to the state, and are refused once the key or namespace
 * has changed.
 *
 * @param <E> what it gives: entries, keys or values
 */
final class MapIterator<K, V, E extends @Nullable Object> implements Iterator<E> {

    private final MapHandle<K, V> handle;
    private final Function<Map.Entry<K, @Nullable V>, E> part;
    private final long generation;
    private final long namespace;
    private final @Nullable HeapMap source;
    private final @Nullable Iterator<Map.Entry<Object, @Nullable Object>> entries;
    private @Nullable LiveEntry last;

    MapIterator(MapHandle<K, V> handle, Function<Map.Entry<K, @Nullable V>, E> part) {
        this.handle = handle;
        this.part = part;
        this.generation = handle.key.generation;
        this.namespace = handle.namespace();
        handle.beforeIteration();
        this.source = handle.mapToHandOut();
        this.entries = source == null ? null : source.entries.entrySet().iterator();
    }

    @Override
    public boolean hasNext() {
        return entries != null && entries.hasNext();
    }

    @Override
    public E next() {
        if (entries == null) {
            throw new NoSuchElementException();
        }
        LiveEntry entry = new LiveEntry(entries.next());
        last = entry;
        return part.apply(entry);
    }

    @Override
    public void remove() {
        LiveEntry entry = last;
        if (entry == null || entry.removed) {
            throw new IllegalStateException("remove follows next, once: state=" + handle.state.name());
        }
        checkBinding();
        entry.removed = true;
        if (source != null && entries != null && handle.isWritable(source)) {
            entries.remove();
            handle.clearIfEmpty(source);
        } else {
            handle.remove(entry.getKey());
        }
    }

    private void checkBinding() {
        if (generation != handle.key.generation || namespace != handle.namespace()) {
            throw new IllegalStateException("entries of a map state are written while their key and namespace are the"
                    + " current ones: state=" + handle.state.name());
        }
    }

    private final class LiveEntry implements Map.Entry<K, @Nullable V> {

        private final K entryKey;
        private @Nullable V entryValue;
        private boolean removed;

        LiveEntry(Map.Entry<Object, @Nullable Object> entry) {
            this.entryKey = Unchecked.cast(entry.getKey());
            Object value = handle.valueIn(entry.getValue());
            this.entryValue = value == null ? null : Unchecked.cast(value);
        }

        @Override
        public K getKey() {
            return entryKey;
        }

        @Override
        public @Nullable V getValue() {
            return entryValue;
        }

        @Override
        public @Nullable V setValue(@Nullable V value) {
            if (removed) {
                throw new IllegalStateException("the entry was removed: state=" + handle.state.name());
            }
            checkBinding();
            V before = entryValue;
            handle.put(entryKey, value);
            entryValue = handle.get(entryKey);
            return before;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && entryKey.equals(entry.getKey())
                    && Objects.equals(entryValue, entry.getValue());
        }

        @Override
        public int hashCode() {
            return entryKey.hashCode() ^ Objects.hashCode(entryValue);
        }

        @Override
        public String toString() {
            return entryKey + "=" + entryValue;
        }
    }
}
