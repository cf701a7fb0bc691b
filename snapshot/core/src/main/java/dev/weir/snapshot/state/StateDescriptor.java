package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/** Names one keyed state of an operator and says what it holds. The name is unique within the operator. */
public sealed interface StateDescriptor<S extends State>
        permits ValueStateDescriptor,
                LongStateDescriptor,
                ListStateDescriptor,
                MapStateDescriptor,
                ReducingStateDescriptor,
                AggregatingStateDescriptor {

    String name();

    StateKind kind();

    /** How long what is stored lives after its last use; null for as long as nobody clears it. */
    @Nullable
    StateTtl ttl();
}
