package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link LongState}.
 *
 * @param ttl how long the long lives after its last use; null for as long as nobody clears it
 */
public record LongStateDescriptor(String name, @Nullable StateTtl ttl) implements StateDescriptor<LongState> {

    /** One whose values stay until somebody clears them. */
    public LongStateDescriptor(String name) {
        this(name, null);
    }

    public static LongStateDescriptor of(String name) {
        return new LongStateDescriptor(name);
    }

    /** The same, whose values expire. */
    public LongStateDescriptor withTtl(StateTtl timeToLive) {
        return new LongStateDescriptor(name, timeToLive);
    }

    @Override
    public StateKind kind() {
        return StateKind.LONG;
    }
}
