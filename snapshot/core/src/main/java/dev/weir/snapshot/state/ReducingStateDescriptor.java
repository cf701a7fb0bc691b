package dev.weir.snapshot.state;

/** Describes a {@link ReducingState}. */
public record ReducingStateDescriptor<T>(String name, ReduceFunction<T> function, TypeHint<T> type)
        implements StateDescriptor<ReducingState<T>> {

    public static <T> ReducingStateDescriptor<T> of(String name, ReduceFunction<T> function, Class<T> type) {
        return new ReducingStateDescriptor<>(name, function, TypeHint.of(type));
    }

    @Override
    public StateKind kind() {
        return StateKind.REDUCING;
    }
}
