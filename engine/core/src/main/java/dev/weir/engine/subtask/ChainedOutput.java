package dev.weir.engine.subtask;

import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.Output;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Into the next operator of a chain, by method call. */
abstract class ChainedOutput implements Output<Object> {

    private static final ClassCopies COPIES =
            new ClassCopies(MethodHandles.lookup(), ChainedCall.class, MethodType.methodType(void.class, Link.class));

    protected final Link target;
    protected Input<Object> input = ChainedOutput::notOpen;

    ChainedOutput(Link target) {
        this.target = target;
    }

    /** The output into an operator; its class is made for the operator's. */
    static ChainedOutput into(Link target) {
        Operator<?> operator = target.operator();
        if (operator == null) {
            throw new IllegalStateException("a source has no input: source '" + target.uid() + "'");
        }
        try {
            return (ChainedOutput) COPIES.constructorFor(operator.getClass()).invoke(target);
        } catch (Throwable impossible) {
            throw new IllegalStateException("an output is made for operator '" + target.uid() + "'", impossible);
        }
    }

    final void connect(Input<Object> operatorInput) {
        input = operatorInput;
    }

    private static void notOpen(Object record, long timestamp) {
        throw new IllegalStateException("an operator emits nothing in open");
    }
}
