package dev.weir.operators.stateless;

import dev.weir.engine.operator.FinishHook;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.operators.function.RichFunction;
import dev.weir.operators.function.RuntimeContext;

/**
 * An operator around one function of the user's: gives the function its life cycle. The function is opened once, and
 * closed once if its opening had begun. The output never changes after {@code open}.
 */
public abstract class FunctionOperator<F extends RichFunction, IN, OUT> extends SingleInputOperator<IN, OUT> {

    protected final F function;
    protected Output<OUT> output = NotOpen.output();
    private String name = "not open";
    private boolean opening;

    protected FunctionOperator(F function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context, Output<OUT> out) throws Exception {
        name = context.operatorName();
        output = out;
        opening = true;
        function.open(RuntimeContext.of(context));
    }

    @Override
    public boolean finish() throws Exception {
        function.finish();
        return true;
    }

    @Override
    public boolean hasFinishHook() {
        return FinishHook.isOverridden(function.getClass(), RichFunction.class);
    }

    @Override
    public void close() throws Exception {
        if (opening) {
            opening = false;
            function.close();
        }
    }

    /** The error for a function that gave null where a record is due. */
    protected final NullPointerException nullRecord(String verb, String remedy) {
        return new NullPointerException("a record is never null: operator '" + name + "' " + verb + " null; " + remedy);
    }
}
