package dev.weir.operators.window;

import dev.weir.engine.operator.FinishHook;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.function.RichFunction;
import dev.weir.operators.process.ResultCollector;
import dev.weir.operators.process.ResultCollector.Ownership;
import dev.weir.operators.process.SideOutputs;
import dev.weir.operators.process.WatchingRuntimeContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hands the elements to a {@link ProcessWindowFunction}, which emits what it likes. */
final class ProcessEmitter<K, R, IN, OUT> implements WindowEmitter<R, OUT> {

    private final ProcessWindowFunction<K, IN, OUT> function;
    private final Elements<R, IN> elements;
    private boolean openBegan;
    private @Nullable FiringContext<OUT> firing;

    /** The elements a function sees of a window's result. */
    @FunctionalInterface
    interface Elements<R, IN> {
        Iterable<IN> of(R result);
    }

    ProcessEmitter(ProcessWindowFunction<K, IN, OUT> function, Elements<R, IN> elements) {
        this.function = function;
        this.elements = elements;
    }

    @Override
    public void open(OperatorContext context, Output<OUT> output, Ownership ownership) throws Exception {
        openBegan = true;
        WatchingRuntimeContext watching = new WatchingRuntimeContext(context, ownership);
        function.open(watching);
        firing = new FiringContext<>(context, new ResultCollector<>(context, output, watching.ownership()));
    }

    @Override
    @SuppressWarnings("unchecked") // the key selector of this stream made the key
    public void emit(long windowStart, long windowEnd, R result) throws Exception {
        FiringContext<OUT> context = Objects.requireNonNull(firing, "open comes first");
        context.window = new TimeWindow(windowStart, windowEnd);
        context.collector.workOn(windowEnd - 1);
        K key = (K) context.operator.keyedState().currentKey();
        function.process(key, context, elements.of(result), context.collector);
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

    /** One object for all windows. */
    private static final class FiringContext<OUT> implements ProcessWindowFunction.Context {

        private final OperatorContext operator;
        private final ResultCollector<OUT> collector;
        private final SideOutputs sideOutputs;
        private @Nullable TimeWindow window;

        FiringContext(OperatorContext operator, ResultCollector<OUT> collector) {
            this.operator = operator;
            this.collector = collector;
            this.sideOutputs = new SideOutputs(operator);
        }

        @Override
        public TimeWindow window() {
            return Objects.requireNonNull(window, "used only while a window fires");
        }

        @Override
        public long currentWatermark() {
            return operator.currentWatermark();
        }

        @Override
        public long currentProcessingTime() {
            return operator.processingTimeMillis();
        }

        @Override
        public <S> void output(OutputTag<S> tag, S record) {
            sideOutputs.emit(tag, collector.prepared(record), collector.timestamp());
        }
    }
}
