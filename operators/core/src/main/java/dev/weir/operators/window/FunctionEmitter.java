package dev.weir.operators.window;

import dev.weir.engine.operator.FinishHook;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.operators.function.RichFunction;
import dev.weir.operators.process.ResultCollector;
import dev.weir.operators.process.ResultCollector.Ownership;
import dev.weir.operators.process.WatchingRuntimeContext;
import dev.weir.snapshot.backend.KeyedStateBackend;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Emits what a {@link WindowFunction} makes of the result. */
final class FunctionEmitter<K, R, OUT> implements WindowEmitter<R, OUT> {

    private final WindowFunction<K, R, OUT> function;
    private boolean openBegan;
    private @Nullable KeyedStateBackend backend;
    private @Nullable ResultCollector<OUT> collector;

    FunctionEmitter(WindowFunction<K, R, OUT> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context, Output<OUT> output, Ownership ownership) throws Exception {
        backend = context.keyedState();
        openBegan = true;
        WatchingRuntimeContext watching = new WatchingRuntimeContext(context, ownership);
        function.open(watching);
        collector = new ResultCollector<>(context, output, watching.ownership());
    }

    @Override
    @SuppressWarnings("unchecked") // the key selector of this stream made the key
    public void emit(long windowStart, long windowEnd, R result) throws Exception {
        ResultCollector<OUT> out = Objects.requireNonNull(collector, "open comes first");
        out.workOn(windowEnd - 1);
        K key = (K) Objects.requireNonNull(backend, "open comes first").currentKey();
        out.collect(function.apply(key, new TimeWindow(windowStart, windowEnd), result));
    }

    @Override
    public void finish() throws Exception {
        function.finish();
    }

    @Override
    public boolean hasFinishHook() {
        return FinishHook.isOverridden(function.getClass(), RichFunction.class);
    }

    @Override
    public void close() throws Exception {
        if (openBegan) {
            function.close();
        }
    }
}
