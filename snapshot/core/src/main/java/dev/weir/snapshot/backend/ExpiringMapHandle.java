package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.StateKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@link MapState} whose entries expire one by one: the values in the slot's map are {@link Stamped}. What an iterator
 * gives, and all entries that it renews, are those that lived when it was made.
 */
final class ExpiringMapHandle<K, V> extends MapHandle<K, V> {

    private final Lifetime lifetime;

    ExpiringMapHandle(HeapState state, boolean immutableEntries, Lifetime lifetime) {
        super(state, immutableEntries);
        this.lifetime = lifetime;
    }

    @Override
    public @Nullable V get(K mapKey) {
        if (!contains(mapKey)) {
            return null;
        }
        V value = super.get(mapKey);
        HeapMap map = current();
        if (lifetime.isRenewedByReads() && map != null) {
            writableMap().entries.replace(mapKey, new Stamped(lifetime.nowMillis(), value));
        }
        return value;
    }

    /** Leaves an expired entry where it is: an iterator may be on its way. */
    @Override
    public boolean contains(K mapKey) {
        requireKey(mapKey);
        HeapMap map = current();
        return map != null
                && map.entries.get(mapKey) instanceof Stamped stored
                && stored.lastUseMillis() > lifetime.cutoffMillis();
    }

    @Override
    public boolean isEmpty() {
        return !holds();
    }

    @Override
    public int size() {
        purge();
        return super.size();
    }

    @Override
    void beforeIteration() {
        purge();
        HeapMap map = current();
        if (lifetime.isRenewedByReads() && map != null) {
            long now = lifetime.nowMillis();
            writableMap().entries.replaceAll((mapKey, value) -> new Stamped(now, valueIn(value)));
        }
    }

    @Override
    @Nullable
    Object valueIn(@Nullable Object stored) {
        return stored instanceof Stamped stamped ? stamped.value() : null;
    }

    @Override
    Object storable(@Nullable Object ownedValue) {
        return new Stamped(lifetime.nowMillis(), ownedValue);
    }

    /** Puts another map in the slot where something has expired: iterators go on over the one they have. */
    @Override
    void purge() {
        HeapMap map = current();
        if (map == null) {
            return;
        }
        Object live = StampedForm.live(StateKind.MAP, map.entries, lifetime.cutoffMillis());
        if (live == null) {
            clear();
        } else if (live != map.entries) {
            storeOwned(HeapMap.of((Map<?, ?>) live, map.ownedAt));
        }
    }
}
