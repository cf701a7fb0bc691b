package dev.weir.snapshot.state;

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
}
