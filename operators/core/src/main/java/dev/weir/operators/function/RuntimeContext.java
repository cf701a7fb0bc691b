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

/** What a function may ask of the subtask it runs in. Used by the subtask's thread only. */
public interface RuntimeContext {

    String jobName();

    /** The operator's name, which is its uid. */
    String operatorName();

    /** From 0. */
    int subtaskIndex();

    int parallelism();

    int maxParallelism();

    /** The execution attempt, rising with every restart. */
    long attempt();

    /**
     * Registers keyed state, of any kind; called in {@code open}.
     *
     * <pre>{@code
     * ValueState<Long> count = context.getState(ValueStateDescriptor.of("count", Long.class));
     * }</pre>
     *
     * @throws IllegalStateException where the operator's input isn't keyed, with the remedy
     */
    <S extends State> S getState(StateDescriptor<S> descriptor);

    /**
     * Registers a list that belongs to no key and that each subtask has for itself; called in {@code open}. After a restore
     * with the same parallelism each subtask has its list back; with another one all elements are dealt out anew, so that
     * sizes differ by at most one.
     *
     * @throws IllegalStateException where the operator has no name of its own, with the remedy
     */
    <T> ListState<T> listState(ListStateDescriptor<T> descriptor);

    /**
     * The same, but after a restore every subtask is shown the elements of all: see {@link UnionListState}.
     *
     * @throws IllegalStateException where the operator has no name of its own, with the remedy
     */
    <T> UnionListState<T> unionListState(ListStateDescriptor<T> descriptor);

    /**
     * Registers a map that belongs to no key and that all subtasks hold the same of, as each of them writes it in the same
     * way for the same broadcast records; called in {@code open}. After a restore, with whatever parallelism, all have it
     * back.
     *
     * @throws IllegalStateException where the operator has no name of its own, with the remedy
     */
    <K, V> MapState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor);

    /** A counter among the operator's metrics; only this function writes it. */
    Counter counter(String name);

    /** The context of a function that runs in an operator. */
    static RuntimeContext of(OperatorContext context) {
        return new OperatorRuntimeContext(context);
    }
}
