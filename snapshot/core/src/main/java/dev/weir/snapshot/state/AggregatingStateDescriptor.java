package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/**
 * Describes an {@link AggregatingState}; what is stored is the accumulator.
 *
 * @param ttl how long the accumulator lives after its last use; null for as long as nobody clears it
 */
public record AggregatingStateDescriptor<IN, ACC, OUT>(
        String name,
        AggregateFunction<IN, ACC, OUT> function,
        TypeHint<ACC> accumulatorType,
        @Nullable StateTtl ttl) implements StateDescriptor<AggregatingState<IN, OUT>> {

    /** One whose values stay until somebody clears them. */
    public AggregatingStateDescriptor(
            String name, AggregateFunction<IN, ACC, OUT> function, TypeHint<ACC> accumulatorType) {
        this(name, function, accumulatorType, null);
    }

    public static <IN, ACC, OUT> AggregatingStateDescriptor<IN, ACC, OUT> of(
            String name, AggregateFunction<IN, ACC, OUT> function, Class<ACC> accumulatorType) {
        return new AggregatingStateDescriptor<>(name, function, TypeHint.of(accumulatorType));
    }

    /** The same, whose values expire. */
    public AggregatingStateDescriptor<IN, ACC, OUT> withTtl(StateTtl timeToLive) {
        return new AggregatingStateDescriptor<>(name, function, accumulatorType, timeToLive);
    }

    @Override
    public StateKind kind() {
        return StateKind.AGGREGATING;
    }
}
