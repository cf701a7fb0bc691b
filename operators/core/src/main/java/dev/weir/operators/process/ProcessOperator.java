package dev.weir.operators.process;

import dev.weir.engine.operator.FinishHook;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.operators.function.RichFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.process.ResultCollector.Ownership;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs a {@link ProcessFunction}. */
public final class ProcessOperator<I, O> extends SingleInputOperator<I, O> {

    private final ProcessFunction<I, O> function;
    private @Nullable RecordContext<O> working;

    public ProcessOperator(ProcessFunction<I, O> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context, Output<O> output) throws Exception {
        working = new RecordContext<>(context, output);
        function.open(RuntimeContext.of(context));
    }

    @Override
    public void process(I record, long timestamp) throws Exception {
        RecordContext<O> context = Objects.requireNonNull(working, "open comes first");
        context.collector.workOn(record, timestamp);
        function.processElement(record, context, context.collector);
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

    /** One object for all records; context and timer service in one. */
    private static final class RecordContext<O> implements ProcessFunction.Context, TimerService {

        private final OperatorContext operator;
        private final ResultCollector<O> collector;
        private final SideOutputs sideOutputs;

        RecordContext(OperatorContext operator, Output<O> output) {
            this.operator = operator;
            this.collector = new ResultCollector<>(operator, output, Ownership.OWN);
            this.sideOutputs = new SideOutputs(operator);
        }

        @Override
        public long timestamp() {
            return collector.timestamp();
        }

        @Override
        public TimerService timerService() {
            return this;
        }

        @Override
        public <S> void output(OutputTag<S> tag, S record) {
            sideOutputs.emit(tag, collector.prepared(record), collector.timestamp());
        }

        @Override
        public long currentProcessingTime() {
            return operator.processingTimeMillis();
        }

        @Override
        public long currentWatermark() {
            return operator.currentWatermark();
        }

        @Override
        public void registerEventTimeTimer(long timestamp) {
            throw refused(timestamp);
        }

        @Override
        public void registerProcessingTimeTimer(long timestamp) {
            throw refused(timestamp);
        }

        @Override
        public void deleteEventTimeTimer(long timestamp) {
            throw refused(timestamp);
        }

        @Override
        public void deleteProcessingTimeTimer(long timestamp) {
            throw refused(timestamp);
        }

        private IllegalStateException refused(long timestamp) {
            return new IllegalStateException(
                    "timers need a keyed stream: operator '" + operator.operatorName() + "', timestamp=" + timestamp
                            + "; call keyBy(..) before process(..) and use a KeyedProcessFunction");
        }
    }
}
