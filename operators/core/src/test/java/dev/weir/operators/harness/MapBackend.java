package dev.weir.operators.harness;

import dev.weir.snapshot.backend.KeyBatch;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.backend.TimerQueue;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keyed state in plain maps, for one key-group range; it refuses keys of other ranges. */
final class MapBackend implements KeyedStateBackend {

    private final KeyGroupRange range;
    private final int maxParallelism;
    private final Map<String, Map<MapTimerQueue.Place, Object>> states = new HashMap<>();
    private final Map<String, MapTimerQueue> timers = new HashMap<>();
    private @Nullable Object currentKey;

    MapBackend(KeyGroupRange range, int maxParallelism) {
        this.range = range;
        this.maxParallelism = maxParallelism;
    }

    /** Sets the current key, checked to be one of this range. */
    void select(Object key) {
        int group = KeyGroups.keyGroupOf(key.hashCode(), maxParallelism);
        if (!range.contains(group)) {
            throw new IllegalArgumentException("key " + key + " of group " + group + " is not in " + range);
        }
        currentKey = key;
    }

    private boolean owns(Object key) {
        return range.contains(KeyGroups.keyGroupOf(key.hashCode(), maxParallelism));
    }

    @Override
    public KeyGroupRange keyGroups() {
        return range;
    }

    @Override
    public void setCurrentKey(Object key, int hash, int keyGroup) {
        select(key);
    }

    @Override
    public void setCurrentKey(long key, int hash, int keyGroup) {
        select(key);
    }

    @Override
    public Object currentKey() {
        if (currentKey == null) {
            throw new IllegalStateException("no current key");
        }
        return currentKey;
    }

    @Override
    public void beginBatch(KeyBatch keys) {}

    @Override
    @SuppressWarnings("unchecked") // a descriptor's kind decides the type of its handle
    public <S extends State> S state(StateDescriptor<S> descriptor) {
        return (S) MapHandles.of(descriptor, new Slot(this, map(descriptor.name())));
    }

    @Override
    @SuppressWarnings("unchecked") // a descriptor's kind decides the type of its handle
    public <S extends State> LongNamespaced<S> namespaced(StateDescriptor<S> descriptor) {
        Slot slot = new Slot(this, map(descriptor.name()));
        S handle = (S) MapHandles.of(descriptor, slot);
        return namespace -> {
            slot.namespace = namespace;
            return handle;
        };
    }

    private Map<MapTimerQueue.Place, Object> map(String name) {
        return states.computeIfAbsent(name, any -> new HashMap<>());
    }

    @Override
    public TimerQueue timers(String name) {
        return queue(name);
    }

    private MapTimerQueue queue(String name) {
        return timers.computeIfAbsent(name, any -> new MapTimerQueue(this));
    }

    @Override
    public Set<String> unclaimed() {
        return Set.of();
    }

    @Override
    public KeyedSnapshot freeze() {
        throw new UnsupportedOperationException("the harness copies instead");
    }

    @Override
    public long entryCount() {
        return states.values().stream().mapToLong(Map::size).sum();
    }

    int timerCount() {
        return timers.values().stream().mapToInt(MapTimerQueue::size).sum();
    }

    @Override
    public void close() {}

    /** Everything, copied. */
    record Copy(
            Map<String, Map<MapTimerQueue.Place, Object>> states,
            Map<String, List<MapTimerQueue.StoredTimer>> timers) {}

    Copy copy() {
        Map<String, Map<MapTimerQueue.Place, Object>> copiedStates = new HashMap<>();
        states.forEach((name, entries) -> {
            Map<MapTimerQueue.Place, Object> copied = new HashMap<>();
            entries.forEach((place, value) -> copied.put(place, copyOf(value)));
            copiedStates.put(name, copied);
        });
        Map<String, List<MapTimerQueue.StoredTimer>> copiedTimers = new HashMap<>();
        timers.forEach((name, queue) -> copiedTimers.put(name, queue.stored()));
        return new Copy(copiedStates, copiedTimers);
    }

    /** Takes from a copy what is in this backend's range. */
    void load(Copy copy) {
        copy.states.forEach((name, entries) -> entries.forEach((place, value) -> {
            if (owns(place.key())) {
                map(name).put(place, copyOf(value));
            }
        }));
        copy.timers.forEach((name, stored) -> stored.forEach(timer -> {
            if (owns(timer.place().key())) {
                queue(name).add(timer.place(), timer.timestamp());
            }
        }));
    }

    private static Object copyOf(Object value) {
        if (value instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        return value instanceof Map<?, ?> map ? new HashMap<>(map) : value;
    }

    /** Where a handle reads and writes: the entry of the current key and namespace. */
    static final class Slot {
        private final MapBackend backend;
        private final Map<MapTimerQueue.Place, Object> entries;
        private long namespace;

        Slot(MapBackend backend, Map<MapTimerQueue.Place, Object> entries) {
            this.backend = backend;
            this.entries = entries;
        }

        @Nullable
        Object get() {
            return entries.get(place());
        }

        void put(@Nullable Object value) {
            if (value == null) {
                entries.remove(place());
            } else {
                entries.put(place(), value);
            }
        }

        private MapTimerQueue.Place place() {
            return new MapTimerQueue.Place(backend.currentKey(), namespace);
        }
    }
}
