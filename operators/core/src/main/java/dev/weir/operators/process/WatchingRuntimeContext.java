package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.operators.function.OperatorRuntimeContext;
import dev.weir.operators.process.ResultCollector.Ownership;
import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.UnionListState;
import dev.weir.snapshot.state.ValueStateDescriptor;

/**
 * A runtime context that notices whether the state a function registers can hand out objects that change: if so, what
 * the function emits may be such an object.
 */
public final class WatchingRuntimeContext extends OperatorRuntimeContext {

    private Ownership ownership;

    /** @param ownership of what the function emits as long as it registers no state */
    public WatchingRuntimeContext(OperatorContext context, Ownership ownership) {
        super(context);
        this.ownership = ownership;
    }

    /** Who may own what the function emits, as far as state has been registered. */
    public Ownership ownership() {
        return ownership;
    }

    /** Who may own what is emitted out of a state. */
    static Ownership ownershipOf(StateDescriptor<?> descriptor) {
        return handsOutChanging(descriptor) ? Ownership.SHARED_WITH_STATE : Ownership.OWN;
    }

    @Override
    public <S extends State> S getState(StateDescriptor<S> descriptor) {
        watch(descriptor);
        return super.getState(descriptor);
    }

    @Override
    public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
        watch(descriptor);
        return super.listState(descriptor);
    }

    @Override
    public <T> UnionListState<T> unionListState(ListStateDescriptor<T> descriptor) {
        watch(descriptor);
        return super.unionListState(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
        watch(descriptor);
        return super.broadcastState(descriptor);
    }

    private void watch(StateDescriptor<?> descriptor) {
        if (handsOutChanging(descriptor)) {
            ownership = Ownership.SHARED_WITH_STATE;
        }
    }

    private static boolean handsOutChanging(StateDescriptor<?> descriptor) {
        if (descriptor instanceof LongStateDescriptor) {
            return false;
        }
        if (descriptor instanceof ValueStateDescriptor<?> value) {
            return changes(value.type());
        }
        if (descriptor instanceof ListStateDescriptor<?> list) {
            return changes(list.elementType());
        }
        if (descriptor instanceof MapStateDescriptor<?, ?> map) {
            return changes(map.keyType()) || changes(map.valueType());
        }
        if (descriptor instanceof ReducingStateDescriptor<?> reducing) {
            return changes(reducing.type());
        }
        return descriptor instanceof AggregatingStateDescriptor<?, ?, ?> aggregating
                && changes(aggregating.accumulatorType());
    }

    private static boolean changes(TypeHint<?> type) {
        return !Copiers.isAlwaysImmutable(type.rawType());
    }
}
