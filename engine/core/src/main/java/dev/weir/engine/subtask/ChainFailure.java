package dev.weir.engine.subtask;

import dev.weir.engine.operator.OperatorFailure;
import org.jspecify.annotations.Nullable;

/** The first failure in a chain. A user function that catches it and goes on does not save the attempt. */
final class ChainFailure {

    private @Nullable OperatorFailure first;

    OperatorFailure remember(OperatorFailure failure) {
        if (first == null) {
            first = failure;
        }
        return first;
    }

    void throwIfAny() {
        if (first != null) {
            throw first;
        }
    }
}
