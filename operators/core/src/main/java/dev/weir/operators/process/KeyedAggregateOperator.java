package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.AggregatingState;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Aggregates the records of each key and emits the result after each. */
public final class KeyedAggregateOperator<T, ACC, R> extends SingleInputOperator<T, R> {

    private static final String STATE_NAME = "aggregate";

    private final AggregateFunction<T, ACC, R> function;
    private final TypeHint<ACC> accumulatorType;
    private @Nullable AggregatingState<T, R> aggregate;
    private @Nullable ResultCollector<R> collector;

    public KeyedAggregateOperator(AggregateFunction<T, ACC, R> function, TypeHint<ACC> accumulatorType) {
        this.function = function;
        this.accumulatorType = accumulatorType;
    }

    @Override
    public void open(OperatorContext context, Output<R> output) {
        AggregatingStateDescriptor<T, ACC, R> descriptor =
                new AggregatingStateDescriptor<>(STATE_NAME, function, accumulatorType);
        aggregate = context.keyedState().state(descriptor);
        collector = new ResultCollector<>(context, output, WatchingRuntimeContext.ownershipOf(descriptor));
    }

    @Override
    public void process(T record, long timestamp) {
        AggregatingState<T, R> state = Objects.requireNonNull(aggregate, "open comes first");
        ResultCollector<R> out = Objects.requireNonNull(collector);
        state.add(record);
        out.workOn(timestamp);
        out.collect(Objects.requireNonNull(
                state.get(), "getResult of an aggregate function must not return null; filter results out afterwards"));
    }
}
