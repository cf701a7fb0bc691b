package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.operator.Operator;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.TypeHint;
import java.util.List;
import java.util.function.ToLongFunction;

/** Makes window operators: what they keep, combined with what they emit. One operator per subtask. */
public final class WindowOperators<IN> {

    private final TumblingEventTimeWindows windows;
    private final Lateness<IN> lateness;

    public WindowOperators(TumblingEventTimeWindows windows, Lateness<IN> lateness) {
        this.windows = windows;
        this.lateness = lateness;
    }

    /** Emits the reduced element. */
    public WindowOperator<IN, IN, IN> reduce(ReduceFunction<IN> function, TypeHint<IN> type) {
        return operator(new ReduceContents<>(function, type), new PlainEmitter<>());
    }

    /** Emits what the function makes of the reduced element. */
    public <K, OUT> WindowOperator<IN, IN, OUT> reduce(
            ReduceFunction<IN> function, TypeHint<IN> type, WindowFunction<K, IN, OUT> result) {
        return operator(new ReduceContents<>(function, type), new FunctionEmitter<>(result));
    }

    /** Emits the aggregate. */
    public <ACC, R> WindowOperator<IN, R, R> aggregate(
            AggregateFunction<IN, ACC, R> function, TypeHint<ACC> accumulatorType) {
        return operator(new AggregateContents<>(function, accumulatorType), new PlainEmitter<>());
    }

    /** Emits what the function makes of the aggregate. */
    public <ACC, R, K, OUT> WindowOperator<IN, R, OUT> aggregate(
            AggregateFunction<IN, ACC, R> function, TypeHint<ACC> accumulatorType, WindowFunction<K, R, OUT> result) {
        return operator(new AggregateContents<>(function, accumulatorType), new FunctionEmitter<>(result));
    }

    /** Hands the aggregate to the function, which emits. */
    public <ACC, R, K, OUT> WindowOperator<IN, R, OUT> aggregate(
            AggregateFunction<IN, ACC, R> function,
            TypeHint<ACC> accumulatorType,
            ProcessWindowFunction<K, R, OUT> result) {
        ProcessEmitter<K, R, R, OUT> emitter = new ProcessEmitter<>(result, List::of);
        return operator(new AggregateContents<>(function, accumulatorType), emitter);
    }

    /** Keeps all elements and hands them to the function, which emits. */
    public <K, OUT> WindowOperator<IN, Iterable<IN>, OUT> process(
            ProcessWindowFunction<K, IN, OUT> function, TypeHint<IN> type) {
        return operator(new ListContents<>(type), new ProcessEmitter<>(function, elements -> elements));
    }

    /** Emits what the function makes of the folded long. */
    public <K, OUT> WindowOperator<IN, Long, OUT> fold(
            ToLongFunction<? super IN> value, LongFold fold, WindowFunction<K, Long, OUT> result) {
        return operator(new LongContents<>(value, fold), new FunctionEmitter<>(result));
    }

    /** Emits what the function makes of the sum. */
    public <K, OUT> WindowOperator<IN, Long, OUT> sum(
            ToLongFunction<? super IN> summand, WindowFunction<K, Long, OUT> result) {
        return fold(summand, LongFold.SUM, result);
    }

    /** Whether aggregating before records are dealt out by key can't change a result, as far as these windows go. */
    public boolean allowPreAggregation() {
        return lateness.allowedMillis() == 0 && lateness.lateOutput() == null;
    }

    /** Folds longs before records are dealt out by these keys. */
    public Operator<Object> preFold(KeyExtractor keys, ToLongFunction<? super IN> value, LongFold fold) {
        return new LongPreAggregate<>(windows, keys, PartialLimits.LONGS, value, fold);
    }

    /** Reduces before records are dealt out by these keys. */
    public Operator<Object> preReduce(KeyExtractor keys, ReduceFunction<IN> function) {
        return new ObjectPreAggregate<>(windows, keys, PartialLimits.OBJECTS, PartialFold.of(function));
    }

    /** Aggregates before records are dealt out by these keys. */
    public <ACC> Operator<Object> preAggregate(KeyExtractor keys, AggregateFunction<IN, ACC, ?> function) {
        return new ObjectPreAggregate<>(windows, keys, PartialLimits.OBJECTS, PartialFold.of(function));
    }

    /** How what was aggregated before is dealt out: by the keys of the records it stands for. */
    public static Partitioning keyedPartials(KeyExtractor keys) {
        return PartialKeys.keyed(keys);
    }

    private <R, OUT> WindowOperator<IN, R, OUT> operator(
            WindowContents<IN, R> contents, WindowEmitter<R, OUT> emitter) {
        return new WindowOperator<>(windows, lateness, contents, emitter);
    }
}
