package dev.weir.snapshot.backend;

import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.StateKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keyed state on the heap. Invariants: a name belongs to one state or to timers, of one kind and type; a frozen view
 * shares the tables' arrays and none of them is written again, so any number of views may be alive. Restored from such a
 * view a backend shares its arrays likewise, in time by the number of key groups; what it writes never shows in the view,
 * so it can be restored from again. A state registered again gives the first handle; the function or default of the later descriptor is not looked at.
 */
public final class HeapStateBackend implements KeyedStateBackend {

    private final KeyGroupRange groups;
    private final int maxParallelism;
    private final RestoredKeyedState restored;
    private final KeyContext key = new KeyContext();
    private final @Nullable Residents residents;
    private final HandleFactory factory;
    private final Map<String, HeapHandle> handles = new LinkedHashMap<>();
    private final Map<String, NamespacedHandle<?>> namespaced = new LinkedHashMap<>();
    private final Map<String, HeapTimers> timers = new LinkedHashMap<>();
    private final Sweeper sweeper = new Sweeper(key);
    private HeapState[] states = new HeapState[0];

    /** Sums what {@link #beginBatch} reads, so that the reads are not optimised away. */
    private long touched;

    /** One without a clock: it refuses states whose values expire. */
    public HeapStateBackend(KeyGroupRange groups, int maxParallelism, RestoredKeyedState restored) {
        this(groups, maxParallelism, restored, () -> {
            throw new IllegalStateException("a time to live needs a clock: give the backend one");
        });
    }

    /**
     * An empty one, or one that goes on from what is restored.
     *
     * @param groups the key groups of the subtask
     * @param maxParallelism of the operator: how many key groups there are
     * @param restored what to restore from, cut to {@code groups}
     * @param clock wall-clock time in ms since 1970, for values that expire
     */
    public HeapStateBackend(KeyGroupRange groups, int maxParallelism, RestoredKeyedState restored, LongSupplier clock) {
        this(groups, maxParallelism, restored, clock, null);
    }

    /**
     * A backend whose tables are the cache of a cold store: what they lack is loaded from there, and what was written goes
     * there when a view is frozen or there is no more room.
     *
     * @param groups the key groups of the subtask
     * @param maxParallelism of the operator: how many key groups there are
     * @param restored what to restore from, cut to {@code groups}
     * @param clock wall-clock time in ms since 1970, for values that expire
     * @param store closed with the backend; null where all state is on the heap
     */
    public HeapStateBackend(
            KeyGroupRange groups,
            int maxParallelism,
            RestoredKeyedState restored,
            LongSupplier clock,
            @Nullable ColdStore store) {
        if (groups.last() >= maxParallelism) {
            throw new IllegalArgumentException("key groups must be below max parallelism: groups=" + groups
                    + ", maxParallelism=" + maxParallelism);
        }
        this.groups = groups;
        this.maxParallelism = maxParallelism;
        this.restored = restored;
        this.residents = store == null ? null : new Residents(store, key, groups);
        this.factory = new HandleFactory(key, groups, clock, residents);
        if (store != null) {
            key.freezes = 1; // above the stamp of what was loaded and not written since
        } else if (restored instanceof FrozenKeyedState frozen) {
            key.freezes = frozen.freezes();
        }
    }

    @Override
    public KeyGroupRange keyGroups() {
        return groups;
    }

    @Override
    public void setCurrentKey(Object current, int hash, int keyGroup) {
        key.set(current, hash, keyGroup);
    }

    @Override
    public void setCurrentKey(Object current, long first, long second, int hash, int keyGroup) {
        key.set(current, first, second, hash, keyGroup);
    }

    @Override
    public void setCurrentKey(long current, int hash, int keyGroup) {
        key.set(current, hash, keyGroup);
    }

    @Override
    public void unsetCurrentKey() {
        key.unset();
    }

    @Override
    public Object currentKey() {
        return key.boxed();
    }

    @Override
    public void beginBatch(KeyBatch keys) {
        if (residents != null) {
            residents.onBatch();
        }
        for (HeapState state : states) {
            touched += state.touch(keys);
        }
    }

    @Override
    public <S extends State> S state(StateDescriptor<S> descriptor) {
        return Unchecked.cast(register(descriptor, NamespaceKind.NONE));
    }

    @Override
    public <S extends State> LongNamespaced<S> namespaced(StateDescriptor<S> descriptor) {
        HeapHandle handle = register(descriptor, NamespaceKind.LONG);
        return Unchecked.cast(
                namespaced.computeIfAbsent(descriptor.name(), name -> new NamespacedHandle<State>(handle, handle)));
    }

    private HeapHandle register(StateDescriptor<?> descriptor, NamespaceKind namespace) {
        StateMeta meta = HandleFactory.metaOf(descriptor, namespace);
        checkName(meta);
        HeapHandle known = handles.get(meta.name());
        if (known != null) {
            checkTtl(known, descriptor);
            return known;
        }
        if (descriptor.ttl() != null && namespace != NamespaceKind.NONE) {
            throw new StateRegistrationException(
                    "state by namespace has no time to live, as its owner clears it: state=" + descriptor.name()
                            + "; give the descriptor none");
        }
        HeapHandle handle = factory.create(descriptor, meta);
        ColdPart cold = handle.state.cold;
        boolean isAdopted = cold == null
                ? frozenPart(meta) instanceof FrozenState frozen && handle.state.adopt(frozen)
                : cold.isRestored();
        if (!isAdopted) {
            restore(meta, handle.state.lifetime, handle.loading());
        }
        if (handle.state.lifetime != null) {
            sweeper.add(handle);
        }
        handles.put(meta.name(), handle);
        states = handles.values().stream().map(each -> each.state).toArray(HeapState[]::new);
        return handle;
    }

    @Override
    public TimerQueue timers(String name) {
        StateMeta meta = new StateMeta(name, StateKind.TIMER, NamespaceKind.LONG, List.of());
        checkName(meta);
        HeapTimers known = timers.get(name);
        if (known != null) {
            return known;
        }
        HeapTimers queue = new HeapTimers(meta, key, groups, maxParallelism);
        if (!(frozenPart(meta) instanceof FrozenTimers frozen && queue.adopt(frozen))) {
            restore(meta, null, queue.loading());
        }
        timers.put(name, queue);
        return queue;
    }

    /** The frozen view that is restored under a name; null where entries are restored, or none. */
    private @Nullable FrozenPart frozenPart(StateMeta meta) {
        return restored instanceof FrozenKeyedState frozen ? frozen.part(meta.name()) : null;
    }

    private void checkName(StateMeta wanted) {
        HeapHandle handle = handles.get(wanted.name());
        HeapTimers queue = timers.get(wanted.name());
        StateMeta known = handle != null ? handle.state.meta : queue != null ? queue.meta : wanted;
        if (!known.equals(wanted)) {
            throw new StateRegistrationException("a state's name belongs to one kind and type within an operator: name="
                    + wanted.name() + ", registered=" + text(known) + ", asked for=" + text(wanted)
                    + "; give one of them another name");
        }
    }

    private static String text(StateMeta meta) {
        String kind = meta.kind()
                + (meta.valueTypes().isEmpty() ? "" : meta.valueTypes().toString());
        String living = meta.timeToLive() == TimeToLive.NONE ? kind : kind + " with a time to live";
        return meta.namespace() == NamespaceKind.NONE ? living : living + " by namespace";
    }

    private static void checkTtl(HeapHandle known, StateDescriptor<?> descriptor) {
        Lifetime lifetime = known.state.lifetime;
        if (lifetime != null && !lifetime.ttl().equals(descriptor.ttl())) {
            throw new StateRegistrationException("a state has one time to live: name=" + descriptor.name()
                    + ", registered=" + lifetime.ttl() + ", asked for=" + descriptor.ttl()
                    + "; use one descriptor, or give one of the states another name");
        }
    }

    private void restore(StateMeta meta, @Nullable Lifetime lifetime, HeapLoader.Target target) {
        if (!restored.names().contains(meta.name())) {
            return;
        }
        try {
            HeapLoader loader = new HeapLoader(meta, key, groups, maxParallelism, lifetime, target);
            restored.replay(meta, loader);
            if (residents == null) {
                // What was loaded counts as frozen: it may be handed out to be changed only as a copy.
                key.freezes++;
            }
            target.loaded(loader.contents());
        } catch (IOException e) {
            throw new UncheckedIOException("reading restored state failed: state=" + meta.name(), e);
        } finally {
            key.unset();
        }
    }

    @Override
    public Set<String> registered() {
        return new TreeSet<>(handles.keySet());
    }

    @Override
    public Set<String> unclaimed() {
        Set<String> names = new TreeSet<>(restored.names());
        names.removeAll(handles.keySet());
        names.removeAll(timers.keySet());
        return names;
    }

    @Override
    public KeyedSnapshot freeze() {
        if (residents != null) {
            return residents.freeze(new HeapSnapshot(frozenTimers(), key.freezes, Expiry.NONE), expiry());
        }
        key.freezes++;
        List<FrozenPart> parts = new ArrayList<>(states.length + timers.size());
        for (HeapState state : states) {
            parts.add(state.freeze());
        }
        parts.addAll(frozenTimers());
        return new HeapSnapshot(parts, key.freezes, expiry());
    }

    private Expiry expiry() {
        Map<String, Long> cutoffs = new HashMap<>();
        for (HeapState state : states) {
            if (state.lifetime != null) {
                cutoffs.put(state.name(), state.lifetime.cutoffMillis());
            }
        }
        return cutoffs.isEmpty() ? Expiry.NONE : new Expiry(cutoffs);
    }

    @Override
    public <S extends State> void forEachKey(StateDescriptor<S> descriptor, KeyAction<S> action) throws Exception {
        HeapHandle handle = register(descriptor, NamespaceKind.NONE);
        new KeyWalk(key, residents).forEach(handle, Unchecked.<S>cast(handle), action);
    }

    @Override
    public void sweep(int places) {
        sweeper.sweep(places);
    }

    private List<FrozenPart> frozenTimers() {
        return timers.values().stream().map(HeapTimers::freeze).toList();
    }

    @Override
    public long entryCount() {
        long count = 0;
        for (HeapState state : states) {
            count += state.entryCount();
        }
        return count;
    }

    @Override
    public void close() {
        handles.clear();
        namespaced.clear();
        timers.clear();
        states = new HeapState[0];
        if (residents != null) {
            residents.close();
        }
    }

    @Override
    public String toString() {
        return "HeapStateBackend[groups=" + groups + ", entries=" + entryCount() + ", touched=" + touched + "]";
    }

    /** Binds a handle to a namespace; {@code state} is the same object as {@code handle}. */
    private record NamespacedHandle<S extends State>(HeapHandle handle, S state) implements LongNamespaced<S> {
        @Override
        public S at(long namespace) {
            handle.bind(namespace);
            return state;
        }
    }
}
