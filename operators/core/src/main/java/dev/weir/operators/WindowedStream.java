package dev.weir.operators;

import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.function.Combinable;
import dev.weir.operators.time.Durations;
import dev.weir.operators.window.Lateness;
import dev.weir.operators.window.LongFold;
import dev.weir.operators.window.PreAggregation;
import dev.weir.operators.window.ProcessWindowFunction;
import dev.weir.operators.window.TumblingEventTimeWindows;
import dev.weir.operators.window.WindowFunction;
import dev.weir.operators.window.WindowOperators;
import dev.weir.operators.window.WindowedLong;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.TypeHint;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A keyed stream cut into windows of event time. A window of a key fires when the watermark reaches its last ms; results
 * carry that ms as their timestamp. Records whose window has been given up are late: they go to the side output for late
 * data where there is one, else they are dropped and counted ({@code numLateRecordsDropped}). Records need timestamps
 * ({@code assignTimestampsAndWatermarks}); one without fails the job.
 *
 * <pre>{@code
 * OutputTag<Click> late = OutputTag.of("late", Click.class);
 * SingleOutputStream<PageClicks> perPage = clicks.keyBy(Click::page)
 *         .window(TumblingEventTimeWindows.of(Duration.ofMinutes(5)))
 *         .allowedLateness(Duration.ofMinutes(1))
 *         .sideOutputLateData(late)
 *         .count("per page", (page, window, clicks) -> new PageClicks(page, window.start(), clicks));
 * DataStream<Click> tooLate = perPage.sideOutput(late);
 * }</pre>
 *
 * <p>Immutable; used within {@code define}, by its thread. Names are uids: state is stored under them.
 */
public final class WindowedStream<T, K> {

    private final KeyedStream<T, K> stream;
    private final TumblingEventTimeWindows windows;
    private final Lateness<T> lateness;
    private final PreAggregation preAggregation;

    WindowedStream(
            KeyedStream<T, K> stream,
            TumblingEventTimeWindows windows,
            Lateness<T> lateness,
            PreAggregation preAggregation) {
        this.stream = stream;
        this.windows = windows;
        this.lateness = lateness;
        this.preAggregation = preAggregation;
    }

    /**
     * A window that has fired is kept for this long, and fires again for each record that still comes:
     * {@code .allowedLateness(Duration.ofMinutes(1))}.
     *
     * @param wait in event time; parts of a ms count as a full one
     * @throws IllegalArgumentException for a negative wait, or one that does not fit into a long of ms
     */
    public WindowedStream<T, K> allowedLateness(Duration wait) {
        return with(lateness.allowing(Durations.millis("the allowed lateness", wait)));
    }

    /** Sends late records, with their timestamps, to a side output of the window operator. */
    public WindowedStream<T, K> sideOutputLateData(OutputTag<T> tag) {
        return with(lateness.sendingTo(Refusals.notNull("tag", tag)));
    }

    private WindowedStream<T, K> with(Lateness<T> other) {
        return new WindowedStream<>(stream, windows, other, preAggregation);
    }

    /**
     * Whether windows aggregate before records are dealt out by key; {@link PreAggregation#WHERE_EXACT} unless set. Results
     * and stored state are the same either way:
     *
     * <pre>{@code
     * windowed.preAggregation(PreAggregation.OFF).sum("bytes", Request::bytes);
     * }</pre>
     */
    public WindowedStream<T, K> preAggregation(PreAggregation choice) {
        return new WindowedStream<>(stream, windows, lateness, Refusals.notNull("choice", choice));
    }

    /**
     * Reduces each window to one element as records come:
     *
     * <pre>{@code
     * windowed.reduce("slowest", (a, b) -> a.millis() >= b.millis() ? a : b, Request.class);
     * }</pre>
     */
    public SingleOutputStream<T> reduce(String name, ReduceFunction<T> function, Class<T> type) {
        Refusals.notNull("function", function);
        TypeHint<T> hint = TypeHint.of(Refusals.notNull("type", type));
        return add("window reduce", name, () -> operators().reduce(function, hint), before(function));
    }

    /**
     * The same with key and window at hand for the result:
     *
     * <pre>{@code
     * windowed.reduce("slowest", (a, b) -> a.millis() >= b.millis() ? a : b, Request.class,
     *         (host, window, slowest) -> host + " " + window + ": " + slowest);
     * }</pre>
     */
    public <R> SingleOutputStream<R> reduce(
            String name, ReduceFunction<T> function, Class<T> type, WindowFunction<K, T, R> result) {
        Refusals.notNull("function", function);
        Refusals.notNull("result", result);
        TypeHint<T> hint = TypeHint.of(Refusals.notNull("type", type));
        return add("window reduce", name, () -> operators().reduce(function, hint, result), before(function));
    }

    /**
     * Aggregates each window as records come, and emits {@code getResult}:
     *
     * <pre>{@code
     * windowed.aggregate("average", new Average(), Average.Accumulator.class);
     * }</pre>
     *
     * @param accumulatorType the class of what is stored
     */
    public <ACC, R> SingleOutputStream<R> aggregate(
            String name, AggregateFunction<T, ACC, R> function, Class<ACC> accumulatorType) {
        Refusals.notNull("function", function);
        TypeHint<ACC> type = TypeHint.of(Refusals.notNull("accumulatorType", accumulatorType));
        return add("window aggregate", name, () -> operators().aggregate(function, type), before(function));
    }

    /**
     * The same with key and window at hand for the result:
     *
     * <pre>{@code
     * windowed.aggregate("average", new Average(), Average.Accumulator.class,
     *         (host, window, average) -> new HostAverage(host, window.start(), average));
     * }</pre>
     */
    public <ACC, A, R> SingleOutputStream<R> aggregate(
            String name,
            AggregateFunction<T, ACC, A> function,
            Class<ACC> accumulatorType,
            WindowFunction<K, A, R> result) {
        Refusals.notNull("function", function);
        Refusals.notNull("result", result);
        TypeHint<ACC> type = TypeHint.of(Refusals.notNull("accumulatorType", accumulatorType));
        return add("window aggregate", name, () -> operators().aggregate(function, type, result), before(function));
    }

    /**
     * The same with a function that may emit any number of results, also to side outputs:
     *
     * <pre>{@code
     * windowed.aggregate("average", new Average(), Average.Accumulator.class, (host, context, averages, out) -> {
     *     double average = averages.iterator().next();
     *     if (average > 1_000) {
     *         out.collect(host + " was slow in " + context.window());
     *     }
     * });
     * }</pre>
     */
    public <ACC, A, R> SingleOutputStream<R> aggregate(
            String name,
            AggregateFunction<T, ACC, A> function,
            Class<ACC> accumulatorType,
            ProcessWindowFunction<K, A, R> result) {
        Refusals.notNull("function", function);
        Refusals.notNull("result", result);
        TypeHint<ACC> type = TypeHint.of(Refusals.notNull("accumulatorType", accumulatorType));
        return add("window aggregate", name, () -> operators().aggregate(function, type, result), before(function));
    }

    /**
     * Keeps all records of each window, in the order of their arrival, and hands them to the function when it fires. Costs
     * memory for every record: prefer {@code aggregate} where it will do.
     *
     * <pre>{@code
     * windowed.process("median", (host, context, requests, out) -> out.collect(medianOf(requests)), Request.class);
     * }</pre>
     *
     * @param type the class of the records, which are stored
     */
    public <R> SingleOutputStream<R> process(String name, ProcessWindowFunction<K, T, R> function, Class<T> type) {
        Refusals.notNull("function", function);
        TypeHint<T> hint = TypeHint.of(Refusals.notNull("type", type));
        return add("window process", name, () -> operators().process(function, hint), null);
    }

    /** Counts the records of each window: {@code windowed.count("clicks")}. */
    public SingleOutputStream<WindowedLong<K>> count(String name) {
        return count(name, WindowedLong::new);
    }

    /**
     * Counts the records of each window:
     *
     * <pre>{@code
     * windowed.count("clicks", (page, window, clicks) -> new PageClicks(page, window.start(), clicks));
     * }</pre>
     */
    public <R> SingleOutputStream<R> count(String name, WindowFunction<K, Long, R> result) {
        return addFold("window count", name, record -> 1, LongFold.SUM, result);
    }

    /** Sums a number over the records of each window: {@code windowed.sum("bytes", Request::bytes)}. */
    public SingleOutputStream<WindowedLong<K>> sum(String name, ToLongFunction<T> summand) {
        return sum(name, summand, WindowedLong::new);
    }

    /**
     * Sums a number over the records of each window; overflow wraps as {@code +} does.
     *
     * <pre>{@code
     * windowed.sum("bytes", Request::bytes, (host, window, bytes) -> new HostBytes(host, window.start(), bytes));
     * }</pre>
     */
    public <R> SingleOutputStream<R> sum(String name, ToLongFunction<T> summand, WindowFunction<K, Long, R> result) {
        Refusals.notNull("summand", summand);
        return addFold("window sum", name, summand, LongFold.SUM, result);
    }

    /** The smallest number over the records of each window: {@code windowed.min("fastest", Request::millis)}. */
    public SingleOutputStream<WindowedLong<K>> min(String name, ToLongFunction<T> number) {
        return min(name, number, WindowedLong::new);
    }

    /**
     * The smallest number over the records of each window:
     *
     * <pre>{@code
     * windowed.min("fastest", Request::millis, (host, window, millis) -> host + " " + window + ": " + millis);
     * }</pre>
     */
    public <R> SingleOutputStream<R> min(String name, ToLongFunction<T> number, WindowFunction<K, Long, R> result) {
        Refusals.notNull("number", number);
        return addFold("window min", name, number, LongFold.MIN, result);
    }

    /** The largest number over the records of each window: {@code windowed.max("slowest", Request::millis)}. */
    public SingleOutputStream<WindowedLong<K>> max(String name, ToLongFunction<T> number) {
        return max(name, number, WindowedLong::new);
    }

    /**
     * The largest number over the records of each window:
     *
     * <pre>{@code
     * windowed.max("slowest", Request::millis, (host, window, millis) -> host + " " + window + ": " + millis);
     * }</pre>
     */
    public <R> SingleOutputStream<R> max(String name, ToLongFunction<T> number, WindowFunction<K, Long, R> result) {
        Refusals.notNull("number", number);
        return addFold("window max", name, number, LongFold.MAX, result);
    }

    private <R> SingleOutputStream<R> addFold(
            String kind, String name, ToLongFunction<T> number, LongFold fold, WindowFunction<K, Long, R> result) {
        Refusals.notNull("result", result);
        return add(
                kind,
                name,
                () -> operators().fold(number, fold, result),
                keys -> operators().preFold(keys, number, fold));
    }

    /** The operator that reduces before; null where the function doesn't say that it may be used so. */
    private @Nullable Function<KeyExtractor, Operator<?>> before(ReduceFunction<T> function) {
        return function instanceof Combinable ? keys -> operators().preReduce(keys, function) : null;
    }

    /** The operator that aggregates before; null where the function doesn't say that it may be used so. */
    private @Nullable Function<KeyExtractor, Operator<?>> before(AggregateFunction<T, ?, ?> function) {
        return function instanceof Combinable ? keys -> operators().preAggregate(keys, function) : null;
    }

    private WindowOperators<T> operators() {
        return new WindowOperators<>(windows, lateness);
    }

    /** @param before makes the operator that aggregates before the keys are dealt out; null for none */
    private <R> SingleOutputStream<R> add(
            String kind,
            String name,
            Supplier<? extends Operator<R>> operator,
            @Nullable Function<KeyExtractor, Operator<?>> before) {
        NodeSpec spec = NodeSpec.stateful(kind, Refusals.notNull("name", name), operator);
        boolean mayBefore =
                preAggregation == PreAggregation.WHERE_EXACT && operators().allowPreAggregation();
        if (before == null || !mayBefore) {
            return stream.apply(spec);
        }
        return stream.applyFed(spec, new FeederDraft.Kind("pre-aggregate", before, WindowOperators::keyedPartials));
    }
}
