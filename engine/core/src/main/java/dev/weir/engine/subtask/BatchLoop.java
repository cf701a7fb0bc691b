package dev.weir.engine.subtask;

import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.snapshot.backend.KeyedStateBackend;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Hands the records of a batch to the operator at the head of a chain, for as long as the chain can go on. */
abstract class BatchLoop {

    private static final ClassCopies COPIES =
            new ClassCopies(MethodHandles.lookup(), HeadLoop.class, MethodType.methodType(void.class));

    /** The loop for an operator; its class is made for the operator's. */
    static BatchLoop over(Operator<?> operator) {
        try {
            return (BatchLoop) COPIES.constructorFor(operator.getClass()).invoke();
        } catch (Throwable impossible) {
            throw new IllegalStateException("a loop is made for " + operator.getClass(), impossible);
        }
    }

    /**
     * Reads the records {@code [from, end)}, or fewer where the chain can't go on.
     *
     * @param backend null where the input isn't keyed
     * @return the position of the first record that was not read
     */
    abstract int read(
            OperatorChain chain,
            Input<Object> input,
            @Nullable KeyedStateBackend backend,
            RecordBatch batch,
            int from,
            int end);
}
