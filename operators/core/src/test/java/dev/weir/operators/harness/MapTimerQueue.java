package dev.weir.operators.harness;

import dev.weir.snapshot.backend.TimerQueue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Timers in sorted maps: simple enough to be trusted. */
final class MapTimerQueue implements TimerQueue {

    private final MapBackend backend;
    private final TreeMap<Long, Set<Place>> timers = new TreeMap<>();
    private long polledNamespace;
    private long polledTimestamp;

    record Place(Object key, long namespace) {}

    record StoredTimer(Place place, long timestamp) {}

    MapTimerQueue(MapBackend backend) {
        this.backend = backend;
    }

    @Override
    public void register(long namespace, long timestamp) {
        add(new Place(backend.currentKey(), namespace), timestamp);
    }

    void add(Place place, long timestamp) {
        timers.computeIfAbsent(timestamp, any -> new LinkedHashSet<>()).add(place);
    }

    @Override
    public void delete(long namespace, long timestamp) {
        remove(new Place(backend.currentKey(), namespace), timestamp);
    }

    private void remove(Place place, long timestamp) {
        Set<Place> places = timers.getOrDefault(timestamp, Set.of());
        if (places.contains(place)) {
            places.remove(place);
            if (places.isEmpty()) {
                timers.remove(timestamp);
            }
        }
    }

    @Override
    public boolean isEmpty() {
        return timers.isEmpty();
    }

    @Override
    public long nextTimestamp() {
        return isEmpty() ? Long.MAX_VALUE : timers.firstKey();
    }

    @Override
    public boolean pollDue(long time) {
        Map.Entry<Long, Set<Place>> first = timers.firstEntry();
        if (first == null || first.getKey() > time) {
            return false;
        }
        Place place = first.getValue().iterator().next();
        remove(place, first.getKey());
        polledNamespace = place.namespace();
        polledTimestamp = first.getKey();
        backend.select(place.key());
        return true;
    }

    @Override
    public long polledNamespace() {
        return polledNamespace;
    }

    @Override
    public long polledTimestamp() {
        return polledTimestamp;
    }

    @Override
    public int size() {
        return timers.values().stream().mapToInt(Set::size).sum();
    }

    List<StoredTimer> stored() {
        List<StoredTimer> all = new ArrayList<>();
        timers.forEach((timestamp, places) -> places.forEach(place -> all.add(new StoredTimer(place, timestamp))));
        return all;
    }
}
