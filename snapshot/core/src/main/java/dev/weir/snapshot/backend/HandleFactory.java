package dev.weir.snapshot.backend;

import dev.weir.snapshot.backend.HeapState.Shape;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the storage and the handle that a descriptor asks for. */
final class HandleFactory {

    private final KeyContext key;
    private final KeyGroupRange groups;
    private final LongSupplier clock;
    private final @Nullable Residents residents;

    /**
     * Makes states of one backend.
     *
     * @param clock wall-clock time in ms since 1970
     * @param residents null where all state is on the heap
     */
    HandleFactory(KeyContext key, KeyGroupRange groups, LongSupplier clock, @Nullable Residents residents) {
        this.key = key;
        this.groups = groups;
        this.clock = clock;
        this.residents = residents;
    }

    static StateMeta metaOf(StateDescriptor<?> descriptor, NamespaceKind namespace) {
        TimeToLive timeToLive = descriptor.ttl() == null ? TimeToLive.NONE : TimeToLive.STAMPED;
        return new StateMeta(descriptor.name(), descriptor.kind(), namespace, typesOf(descriptor), timeToLive);
    }

    private static List<TypeHint<?>> typesOf(StateDescriptor<?> descriptor) {
        if (descriptor instanceof ValueStateDescriptor<?> value) {
            return List.of(value.type());
        } else if (descriptor instanceof ListStateDescriptor<?> list) {
            return List.of(list.elementType());
        } else if (descriptor instanceof MapStateDescriptor<?, ?> map) {
            return List.of(map.keyType(), map.valueType());
        } else if (descriptor instanceof ReducingStateDescriptor<?> reducing) {
            return List.of(reducing.type());
        } else if (descriptor instanceof AggregatingStateDescriptor<?, ?, ?> aggregating) {
            return List.of(aggregating.accumulatorType());
        }
        return List.of();
    }

    HeapHandle create(StateDescriptor<?> descriptor, StateMeta meta) {
        boolean immutable = meta.valueTypes().stream().allMatch(type -> Copiers.isAlwaysImmutable(type.rawType()));
        StateTtl ttl = descriptor.ttl();
        Lifetime lifetime = ttl == null ? null : new Lifetime(ttl, clock);
        if (descriptor instanceof LongStateDescriptor) {
            return lifetime == null
                    ? new LongHandle(state(meta, new Shape(Cell.LONG, false, null)))
                    : new ExpiringLongHandle(state(meta, new Shape(Cell.OBJECT, false, lifetime)));
        } else if (descriptor instanceof ListStateDescriptor<?>) {
            HeapState state = state(meta, new Shape(Cell.OBJECT, true, lifetime));
            return lifetime == null
                    ? new ListHandle<>(state, immutable)
                    : new ExpiringListHandle<>(state, immutable, lifetime);
        } else if (descriptor instanceof MapStateDescriptor<?, ?>) {
            HeapState state = state(meta, new Shape(Cell.OBJECT, true, lifetime));
            return lifetime == null
                    ? new MapHandle<>(state, immutable)
                    : new ExpiringMapHandle<>(state, immutable, lifetime);
        }
        Cell cell = lifetime == null ? Cell.of(meta.valueTypes().get(0).rawType()) : Cell.OBJECT;
        HeapState state = state(meta, new Shape(cell, !immutable, lifetime));
        if (descriptor instanceof ReducingStateDescriptor<?> reducing) {
            return new ReducingHandle<>(state, reducing.function());
        } else if (descriptor instanceof AggregatingStateDescriptor<?, ?, ?> aggregating) {
            return new AggregatingHandle<>(state, aggregating.function());
        } else if (descriptor instanceof ValueStateDescriptor<?> value) {
            return cell == Cell.LONG
                    ? LongValueHandle.of(state, value.defaultValue())
                    : new ValueHandle<>(state, value.defaultValue());
        }
        throw new IllegalStateException("no handle is made for " + descriptor);
    }

    private HeapState state(StateMeta meta, Shape shape) {
        ColdPart cold = residents == null ? null : residents.open(meta);
        HeapState state = new HeapState(meta, shape, key, groups, cold);
        if (residents != null) {
            residents.add(state);
        }
        return state;
    }
}
