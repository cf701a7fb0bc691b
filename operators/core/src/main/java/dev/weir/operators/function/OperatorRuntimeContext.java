package dev.weir.operators.function;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorContext.Counter;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.UnionListState;

/** The part of an operator's context that functions see; for operators that run functions. */
public class OperatorRuntimeContext implements RuntimeContext {

    private final OperatorContext context;

    public OperatorRuntimeContext(OperatorContext context) {
        this.context = context;
    }

    @Override
    public String jobName() {
        return context.jobName();
    }

    @Override
    public String operatorName() {
        return context.operatorName();
    }

    @Override
    public int subtaskIndex() {
        return context.subtaskIndex();
    }

    @Override
    public int parallelism() {
        return context.parallelism();
    }

    @Override
    public int maxParallelism() {
        return context.maxParallelism();
    }

    @Override
    public long attempt() {
        return context.attempt();
    }

    @Override
    public <S extends State> S getState(StateDescriptor<S> descriptor) {
        return context.keyedState().state(descriptor);
    }

    @Override
    public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
        return context.operatorStates().list(descriptor);
    }

    @Override
    public <T> UnionListState<T> unionListState(ListStateDescriptor<T> descriptor) {
        return context.operatorStates().union(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
        return context.operatorStates().broadcast(descriptor);
    }

    @Override
    public Counter counter(String name) {
        return context.counter(name);
    }
}
