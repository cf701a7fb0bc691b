package dev.weir.snapshot.backend;

import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the storage and the handle that a descriptor asks for. */
final class HandleFactory {

    private final KeyContext key;
    private final KeyGroupRange groups;
    private final @Nullable Residents residents;

    /** @param residents null where all state is on the heap */
    HandleFactory(KeyContext key, KeyGroupRange groups, @Nullable Residents residents) {
        this.key = key;
        this.groups = groups;
        this.residents = residents;
    }

    static StateMeta metaOf(StateDescriptor<?> descriptor, NamespaceKind namespace) {
        return new StateMeta(descriptor.name(), descriptor.kind(), namespace, typesOf(descriptor));
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
        if (descriptor instanceof LongStateDescriptor) {
            return new LongHandle(state(meta, Cell.LONG, false));
        } else if (descriptor instanceof ListStateDescriptor<?>) {
            return new ListHandle<>(state(meta, Cell.OBJECT, true), immutable);
        } else if (descriptor instanceof MapStateDescriptor<?, ?>) {
            return new MapHandle<>(state(meta, Cell.OBJECT, true), immutable);
        }
        Cell cell = Cell.of(meta.valueTypes().get(0).rawType());
        HeapState state = state(meta, cell, !immutable);
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

    private HeapState state(StateMeta meta, Cell cell, boolean mutable) {
        ColdPart cold = residents == null ? null : residents.open(meta);
        HeapState state = new HeapState(meta, cell, mutable, key, groups, cold);
        if (residents != null) {
            residents.add(state);
        }
        return state;
    }
}
