package dev.weir.operators.process;

import dev.weir.engine.operator.FinishHook;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.function.RichFunction;
import dev.weir.operators.process.ResultCollector.Ownership;
import dev.weir.snapshot.backend.KeyedStateBackend;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a {@link KeyedProcessFunction}. Invariant: no allocation per record or timer but the function's own. */
public final class KeyedProcessOperator<K, I, O> extends SingleInputOperator<I, O> implements TimerHandler {

    private final KeyedProcessFunction<K, I, O> function;
    private @Nullable Working<K, I, O> working;

    public KeyedProcessOperator(KeyedProcessFunction<K, I, O> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context, Output<O> output) throws Exception {
        WatchingRuntimeContext watching = new WatchingRuntimeContext(context, Ownership.OWN);
        function.open(watching);
        working = new Working<>(function, context, new ResultCollector<>(context, output, watching.ownership()));
    }

    @Override
    public void process(I record, long timestamp) throws Exception {
        Working<K, I, O> context = working();
        context.collector.workOn(record, timestamp);
        function.processElement(record, context, context.collector);
    }

    @Override
    public void onEventTimer(long namespace, long timestamp) throws Exception {
        KeyTimerService timers = working().timers;
        timers.fires(timestamp);
        onTimer(timestamp, timestamp, TimeDomain.EVENT_TIME);
        timers.fired();
    }

    @Override
    public void onProcessingTimer(long namespace, long timestamp) throws Exception {
        onTimer(timestamp, Timestamps.NONE, TimeDomain.PROCESSING_TIME);
    }

    private void onTimer(long timestamp, long resultTimestamp, TimeDomain domain) throws Exception {
        Working<K, I, O> context = working();
        context.collector.workOn(resultTimestamp);
        context.domain = domain;
        function.onTimer(timestamp, context, context.collector);
    }

    private Working<K, I, O> working() {
        return Objects.requireNonNull(working, "open comes first");
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

    /** What the function sees; one object for all records and timers. */
    private static final class Working<K, I, O> extends KeyedProcessFunction<K, I, O>.OnTimerContext {

        private final KeyedStateBackend backend;
        private final ResultCollector<O> collector;
        private final SideOutputs sideOutputs;
        private final KeyTimerService timers;
        private TimeDomain domain = TimeDomain.EVENT_TIME;

        Working(KeyedProcessFunction<K, I, O> function, OperatorContext context, ResultCollector<O> collector) {
            function.super();
            this.backend = context.keyedState();
            this.collector = collector;
            this.sideOutputs = new SideOutputs(context);
            this.timers = new KeyTimerService(context);
        }

        @Override
        @SuppressWarnings("unchecked") // the key selector of this stream made the key
        public K currentKey() {
            return (K) backend.currentKey();
        }

        @Override
        public long timestamp() {
            return collector.timestamp();
        }

        @Override
        public TimerService timerService() {
            return timers;
        }

        @Override
        public TimeDomain timeDomain() {
            return domain;
        }

        @Override
        public <S> void output(OutputTag<S> tag, S record) {
            sideOutputs.emit(tag, collector.prepared(record), collector.timestamp());
        }
    }
}
