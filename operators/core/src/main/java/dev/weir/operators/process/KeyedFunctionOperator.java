package dev.weir.operators.process;

import dev.weir.engine.operator.FinishHook;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.operators.function.RichFunction;
import dev.weir.operators.process.ResultCollector.Ownership;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operator around one function that may keep keyed state: opens and closes it. */
abstract class KeyedFunctionOperator<F extends RichFunction, IN, OUT> extends SingleInputOperator<IN, OUT> {

    protected final F function;
    private @Nullable ResultCollector<OUT> collector;

    KeyedFunctionOperator(F function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context, Output<OUT> output) throws Exception {
        WatchingRuntimeContext watching = new WatchingRuntimeContext(context, Ownership.OWN);
        function.open(watching);
        collector = new ResultCollector<>(context, output, watching.ownership());
    }

    /** The collector, made ready for a record. */
    final ResultCollector<OUT> collectorFor(Object record, long timestamp) {
        ResultCollector<OUT> out = Objects.requireNonNull(collector, "open comes first");
        out.workOn(record, timestamp);
        return out;
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
        function.close();
    }
}
