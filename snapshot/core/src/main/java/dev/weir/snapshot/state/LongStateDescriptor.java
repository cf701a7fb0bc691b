package dev.weir.snapshot.state;

/** Describes a {@link LongState}. */
public record LongStateDescriptor(String name) implements StateDescriptor<LongState> {

    public static LongStateDescriptor of(String name) {
        return new LongStateDescriptor(name);
    }

    @Override
    public StateKind kind() {
        return StateKind.LONG;
    }
}
