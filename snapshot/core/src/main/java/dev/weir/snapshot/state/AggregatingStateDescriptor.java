package dev.weir.snapshot.state;

/** Describes an {@link AggregatingState}; what is stored is the accumulator. */
public record AggregatingStateDescriptor<IN, ACC, OUT>(
        String name, AggregateFunction<IN, ACC, OUT> function, TypeHint<ACC> accumulatorType)
        implements StateDescriptor<AggregatingState<IN, OUT>> {

    public static <IN, ACC, OUT> AggregatingStateDescriptor<IN, ACC, OUT> of(
            String name, AggregateFunction<IN, ACC, OUT> function, Class<ACC> accumulatorType) {
        return new AggregatingStateDescriptor<>(name, function, TypeHint.of(accumulatorType));
    }

    @Override
    public StateKind kind() {
        return StateKind.AGGREGATING;
    }
}
