package dev.weir.operators.sink;

import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.stateless.FunctionOperator;

/** Hands each record to a function at once: at least once, as a restart repeats what came after the checkpoint. */
public final class ForEachOperator<T> extends FunctionOperator<ForEachFunction<T>, T, Object> {

    public ForEachOperator(ForEachFunction<T> function) {
        super(function);
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        function.accept(record);
    }
}
