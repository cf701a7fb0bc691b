package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.ReducingState;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reduces the records of each key and emits the reduced value after each. */
public final class KeyedReduceOperator<T> extends SingleInputOperator<T, T> {

    private static final String STATE_NAME = "reduced";

    private final ReduceFunction<T> function;
    private final TypeHint<T> type;
    private @Nullable ReducingState<T> reduced;
    private @Nullable ResultCollector<T> collector;

    public KeyedReduceOperator(ReduceFunction<T> function, TypeHint<T> type) {
        this.function = function;
        this.type = type;
    }

    @Override
    public void open(OperatorContext context, Output<T> output) {
        ReducingStateDescriptor<T> descriptor = new ReducingStateDescriptor<>(STATE_NAME, function, type);
        reduced = context.keyedState().state(descriptor);
        collector = new ResultCollector<>(context, output, WatchingRuntimeContext.ownershipOf(descriptor));
    }

    @Override
    public void process(T record, long timestamp) {
        ReducingState<T> state = Objects.requireNonNull(reduced, "open comes first");
        ResultCollector<T> out = Objects.requireNonNull(collector);
        state.add(record);
        out.workOn(timestamp);
        out.collect(Objects.requireNonNull(state.get(), "a reduce function must not return null"));
    }
}
