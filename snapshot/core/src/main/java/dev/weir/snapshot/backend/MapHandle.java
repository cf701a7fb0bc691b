package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.MapState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@link MapState} on the heap, in the order of insertion. The slot's stamp is that of the map object; keys and values
 * have one of their own. A map without entries is not stored.
 */
class MapHandle<K, V> extends HeapHandle implements MapState<K, V> {

    private final boolean immutableEntries;

    MapHandle(HeapState state, boolean immutableEntries) {
        super(state);
        this.immutableEntries = immutableEntries;
    }

    @Override
    public @Nullable V get(K mapKey) {
        requireKey(mapKey);
        HeapMap map = mapToHandOut();
        Object value = map == null ? null : valueIn(map.entries.get(mapKey));
        return value == null ? null : Unchecked.cast(value);
    }

    @Override
    public void put(K mapKey, @Nullable V value) {
        requireKey(mapKey);
        HeapMap map = current();
        boolean given =
                map != null && value != null && map.ownedAt == key.freezes && valueIn(map.entries.get(mapKey)) == value;
        Object owned = value == null || given ? value : ownedObject(value);
        Object ownedKey = map != null && map.entries.containsKey(mapKey) ? mapKey : ownedObject(mapKey);
        writableMap().entries.put(ownedKey, storable(owned));
    }

    @Override
    public void putAll(Map<? extends K, ? extends @Nullable V> added) {
        added.keySet().forEach(this::requireKey);
        added.forEach(this::put);
    }

    @Override
    public void remove(K mapKey) {
        requireKey(mapKey);
        HeapMap map = current();
        if (map == null || !map.entries.containsKey(mapKey)) {
            return;
        }
        HeapMap writable = writableMap();
        writable.entries.remove(mapKey);
        clearIfEmpty(writable);
    }

    @Override
    public boolean contains(K mapKey) {
        requireKey(mapKey);
        HeapMap map = current();
        return map != null && map.entries.containsKey(mapKey);
    }

    @Override
    public boolean isEmpty() {
        return current() == null;
    }

    @Override
    public int size() {
        HeapMap map = current();
        return map == null ? 0 : map.entries.size();
    }

    @Override
    public Iterable<Map.Entry<K, @Nullable V>> entries() {
        return () -> new MapIterator<>(this, entry -> entry);
    }

    @Override
    public Iterable<K> keys() {
        return () -> new MapIterator<>(this, Map.Entry::getKey);
    }

    @Override
    public Iterable<@Nullable V> values() {
        return () -> new MapIterator<>(this, Map.Entry::getValue);
    }

    /** The user's value in what the map holds for it. */
    @Nullable
    Object valueIn(@Nullable Object stored) {
        return stored;
    }

    /** What the map holds for a value that nobody else has. */
    @Nullable
    Object storable(@Nullable Object ownedValue) {
        return ownedValue;
    }

    /** An iterator is about to be made. */
    void beforeIteration() {}

    /** The map of the current key as it is stored; null where there is none. */
    final @Nullable HeapMap current() {
        int slot = slot();
        return slot == GroupTable.ABSENT ? null : (HeapMap) table().objects[slot];
    }

    /** The same, with keys and values that are in no frozen view. */
    final @Nullable HeapMap mapToHandOut() {
        HeapMap map = current();
        if (map == null || immutableEntries || map.ownedAt == key.freezes) {
            return map;
        }
        LinkedHashMap<Object, @Nullable Object> copies = new LinkedHashMap<>(map.entries.size() * 2);
        boolean changed = false;
        for (Map.Entry<Object, @Nullable Object> entry : map.entries.entrySet()) {
            Object value = entry.getValue();
            Object valueCopy = value == null ? null : key.copier.copy(value);
            Object keyCopy = key.copier.copy(entry.getKey());
            changed |= valueCopy != value || keyCopy != entry.getKey();
            copies.put(keyCopy, valueCopy);
        }
        if (!changed) {
            map.ownedAt = key.freezes;
            return map;
        }
        HeapMap owned = HeapMap.of(copies, key.freezes);
        storeOwned(owned);
        return owned;
    }

    /** The map of the current key, in no frozen view as far as its structure goes. */
    final HeapMap writableMap() {
        HeapMap map = current();
        if (map == null) {
            map = HeapMap.empty(key.freezes);
            storeOwned(map);
        } else if (!isWritable(map)) {
            map = map.fork();
            storeOwned(map);
        }
        return map;
    }

    /** Whether the map is the current one and its structure is in no frozen view. */
    final boolean isWritable(HeapMap map) {
        return isHandedOut(map);
    }

    final void clearIfEmpty(HeapMap map) {
        if (map.entries.isEmpty()) {
            clear();
        }
    }

    private Object ownedObject(Object value) {
        return immutableEntries ? value : key.copier.copy(value);
    }

    final void requireKey(K mapKey) {
        Objects.requireNonNull(mapKey, () -> "a key of a map state must not be null: state=" + state.name());
    }
}
