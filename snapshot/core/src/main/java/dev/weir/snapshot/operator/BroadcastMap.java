package dev.weir.snapshot.operator;

import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map that all subtasks hold the same of, in the order of insertion. Mutable keys and values are copied when they come
 * in; those handed out are the map's own.
 */
final class BroadcastMap<K, V> implements MapState<K, V>, DeclaredState {

    private final MapStateDescriptor<K, V> descriptor;
    private final ElementCodec codec;
    private final RecordCopier copier = new RecordCopier();
    private final boolean immutable;
    private final Map<K, @Nullable V> entries = new LinkedHashMap<>();

    /** What was frozen last; null where anything has been written since, or may have been changed in place. */
    private @Nullable OperatorStateBlock lastFrozen;

    BroadcastMap(MapStateDescriptor<K, V> descriptor, ElementCodec codec) {
        this.descriptor = descriptor;
        this.codec = codec;
        this.immutable = Copiers.isAlwaysImmutable(descriptor.keyType().rawType())
                && Copiers.isAlwaysImmutable(descriptor.valueType().rawType());
    }

    /** Adds what is restored; it belongs to the map from then on. */
    @SuppressWarnings("unchecked") // they were read as the descriptor's types
    void restore(List<@Nullable Object[]> stored) {
        for (@Nullable Object[] entry : stored) {
            K key = (K) Objects.requireNonNull(entry[0]);
            entries.put(key, (V) entry[1]);
        }
    }

    @Override
    public MapStateDescriptor<K, V> descriptor() {
        return descriptor;
    }

    @Override
    public Redistribution redistribution() {
        return Redistribution.BROADCAST;
    }

    @Override
    public @Nullable V get(K key) {
        return entries.get(present(key));
    }

    @Override
    public void put(K key, @Nullable V value) {
        K known = present(key);
        V before = entries.get(known);
        V owned = value == null || value == before ? value : owned(value);
        lastFrozen = null;
        entries.put(entries.containsKey(known) ? known : owned(known), owned);
    }

    @Override
    public void putAll(Map<? extends K, ? extends @Nullable V> added) {
        added.keySet().forEach(this::present);
        added.forEach(this::put);
    }

    @Override
    public void remove(K key) {
        lastFrozen = null;
        entries.remove(present(key));
    }

    @Override
    public boolean contains(K key) {
        return entries.containsKey(present(key));
    }

    @Override
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public Iterable<Map.Entry<K, @Nullable V>> entries() {
        return () -> new Walk<>(entry -> entry);
    }

    @Override
    public Iterable<K> keys() {
        return () -> new Walk<>(Map.Entry::getKey);
    }

    @Override
    public Iterable<@Nullable V> values() {
        return () -> new Walk<>(Map.Entry::getValue);
    }

    @Override
    public void clear() {
        lastFrozen = null;
        entries.clear();
    }

    private K present(K key) {
        return Objects.requireNonNull(key, () -> "a key of a map state must not be null: state=" + descriptor.name());
    }

    @SuppressWarnings("unchecked") // a copy has the class of the original
    private <T> T owned(T value) {
        return immutable ? value : (T) copier.copy(Objects.requireNonNull(value));
    }

    @Override
    public OperatorStateBlock freeze() {
        OperatorStateBlock known = lastFrozen;
        if (known != null) {
            return known;
        }
        List<byte[]> encoded = new ArrayList<>(entries.size());
        entries.forEach((key, value) -> encoded.add(codec.encode(key, value)));
        OperatorStateBlock block = new OperatorStateBlock(Redistribution.BROADCAST, encoded, codec.schema());
        lastFrozen = immutable ? block : null;
        return block;
    }

    /** Walks over the entries; writes go to the map. */
    private final class Walk<E extends @Nullable Object> implements Iterator<E> {

        private final Iterator<Map.Entry<K, @Nullable V>> all =
                entries.entrySet().iterator();
        private final Function<Map.Entry<K, @Nullable V>, E> part;
        private @Nullable LiveEntry last;

        Walk(Function<Map.Entry<K, @Nullable V>, E> part) {
            this.part = part;
        }

        @Override
        public boolean hasNext() {
            return all.hasNext();
        }

        @Override
        public E next() {
            LiveEntry entry = new LiveEntry(all.next());
            last = entry;
            return part.apply(entry);
        }

        @Override
        public void remove() {
            LiveEntry entry = last;
            if (entry == null || entry.removed) {
                throw new IllegalStateException("remove follows next, once: state=" + descriptor.name());
            }
            entry.removed = true;
            lastFrozen = null;
            all.remove();
        }
    }

    /** An entry that writes through, and keeps its value when it is removed. */
    private final class LiveEntry implements Map.Entry<K, @Nullable V> {

        private final Map.Entry<K, @Nullable V> entry;
        private boolean removed;

        LiveEntry(Map.Entry<K, @Nullable V> entry) {
            this.entry = entry;
        }

        @Override
        public K getKey() {
            return entry.getKey();
        }

        @Override
        public @Nullable V getValue() {
            return entry.getValue();
        }

        @Override
        public @Nullable V setValue(@Nullable V value) {
            if (removed) {
                throw new IllegalStateException("the entry was removed: state=" + descriptor.name());
            }
            lastFrozen = null;
            return entry.setValue(value == null || value == entry.getValue() ? value : owned(value));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return entry.equals(other);
        }

        @Override
        public int hashCode() {
            return entry.hashCode();
        }

        @Override
        public String toString() {
            return entry.toString();
        }
    }
}
