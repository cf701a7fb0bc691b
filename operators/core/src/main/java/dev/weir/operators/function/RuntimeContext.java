package dev.weir.operators.function;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorContext.Counter;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;

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

    /** A counter among the operator's metrics; only this function writes it. */
    Counter counter(String name);

    /** The context of a function that runs in an operator. */
    static RuntimeContext of(OperatorContext context) {
        return new OperatorRuntimeContext(context);
    }
}
