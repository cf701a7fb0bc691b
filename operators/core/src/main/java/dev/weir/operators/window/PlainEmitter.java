package dev.weir.operators.window;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.operators.process.ResultCollector;
import dev.weir.operators.process.ResultCollector.Ownership;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Emits the result itself. */
final class PlainEmitter<R> implements WindowEmitter<R, R> {

    private @Nullable ResultCollector<R> collector;

    @Override
    public void open(OperatorContext context, Output<R> output, Ownership ownership) {
        collector = new ResultCollector<>(context, output, ownership);
    }

    @Override
    public void emit(long windowStart, long windowEnd, R result) {
        ResultCollector<R> out = Objects.requireNonNull(collector, "open comes first");
        out.workOn(windowEnd - 1);
        out.collect(result);
    }
}
