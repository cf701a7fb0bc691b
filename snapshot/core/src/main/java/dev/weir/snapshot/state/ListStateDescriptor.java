package dev.weir.snapshot.state;

/** Describes a {@link ListState}. */
public record ListStateDescriptor<T>(String name, TypeHint<T> elementType) implements StateDescriptor<ListState<T>> {

    public static <T> ListStateDescriptor<T> of(String name, Class<T> elementType) {
        return new ListStateDescriptor<>(name, TypeHint.of(elementType));
    }

    public static <T> ListStateDescriptor<T> of(String name, TypeHint<T> elementType) {
        return new ListStateDescriptor<>(name, elementType);
    }

    @Override
    public StateKind kind() {
        return StateKind.LIST;
    }
}
