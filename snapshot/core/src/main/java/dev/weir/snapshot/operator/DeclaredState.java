package dev.weir.snapshot.operator;

import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.state.StateDescriptor;

/** One state that a user declared. */
interface DeclaredState {

    StateDescriptor<?> descriptor();

    Redistribution redistribution();

    /** Encodes all it holds now. What is written afterwards doesn't show in it. */
    OperatorStateBlock freeze();

    /** The operator has been opened. */
    default void opened() {}
}
