package dev.weir.operators;

import dev.weir.engine.operator.Operator;
import dev.weir.operators.function.FilterFunction;
import dev.weir.operators.function.FlatMapFunction;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.process.KeyedAggregateOperator;
import dev.weir.operators.process.KeyedFilterOperator;
import dev.weir.operators.process.KeyedFlatMapOperator;
import dev.weir.operators.process.KeyedLong;
import dev.weir.operators.process.KeyedMapOperator;
import dev.weir.operators.process.KeyedProcessFunction;
import dev.weir.operators.process.KeyedProcessOperator;
import dev.weir.operators.process.KeyedReduceOperator;
import dev.weir.operators.process.KeyedSumOperator;
import dev.weir.operators.process.LongResult;
import dev.weir.operators.window.Lateness;
import dev.weir.operators.window.PreAggregation;
import dev.weir.operators.window.TumblingEventTimeWindows;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.TypeHint;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose records are dealt out by key, so that operators after it may keep state per key. Those take a name as
 * their first argument, which is their uid: state is stored under it.
 */
public final class KeyedStream<T, K> extends DataStream<T> {

    private final @Nullable TypeHint<K> keyType;

    KeyedStream(GraphBuilder graph, List<Upstream> upstreams, @Nullable TypeHint<K> keyType) {
        super(graph, upstreams);
        this.keyType = keyType;
    }

    /** The class of the key; null where it isn't known. */
    @Override
    @Nullable
    TypeHint<K> keyType() {
        return keyType;
    }

    /**
     * Runs a function with state per key and timers: {@code clicks.keyBy(Click::page).process("burst", new Burst())}; see
     * {@link KeyedProcessFunction} for a whole one.
     */
    public <R> SingleOutputStream<R> process(String name, KeyedProcessFunction<K, T, R> function) {
        Refusals.notNull("function", function);
        return addStateful("keyed process", name, () -> new KeyedProcessOperator<>(function));
    }

    /**
     * Turns each record into another, by a function that may keep state per key, which it registers in {@code open}:
     *
     * <pre>{@code
     * final class Numbered implements MapFunction<Click, String> {
     *     private LongState count;
     *     public void open(RuntimeContext context) {
     *         count = context.getState(LongStateDescriptor.of("count"));
     *     }
     *     public String map(Click click) {
     *         return click.page() + " #" + count.add(1);
     *     }
     * }
     * clicks.keyBy(Click::page).map("numbered", new Numbered());
     * }</pre>
     */
    @Override
    public <R> SingleOutputStream<R> map(String name, MapFunction<T, R> function) {
        Refusals.notNull("function", function);
        return addStateful("keyed map", name, () -> new KeyedMapOperator<>(function));
    }

    /**
     * Turns each record into any number of others, by a function that may keep state per key: {@code
     * clicks.keyBy(Click::page).flatMap("changes", new Changes())}.
     */
    @Override
    public <R> SingleOutputStream<R> flatMap(String name, FlatMapFunction<T, R> function) {
        Refusals.notNull("function", function);
        return addStateful("keyed flatMap", name, () -> new KeyedFlatMapOperator<>(function));
    }

    /**
     * Keeps the records for which the function says true; it may keep state per key: {@code
     * clicks.keyBy(Click::user).filter("first visits", new FirstOfItsKey())}.
     */
    @Override
    public SingleOutputStream<T> filter(String name, FilterFunction<T> function) {
        Refusals.notNull("function", function);
        return addStateful("keyed filter", name, () -> new KeyedFilterOperator<>(function));
    }

    /**
     * Reduces the records of each key and emits the reduced value after each:
     *
     * <pre>{@code
     * bids.keyBy(Bid::item).reduce("highest", (a, b) -> a.price() >= b.price() ? a : b, Bid.class);
     * }</pre>
     *
     * @param type the class of the records, which are stored
     */
    public SingleOutputStream<T> reduce(String name, ReduceFunction<T> function, Class<T> type) {
        Refusals.notNull("function", function);
        TypeHint<T> hint = TypeHint.of(Refusals.notNull("type", type));
        return addStateful("reduce", name, () -> new KeyedReduceOperator<>(function, hint));
    }

    /**
     * Aggregates the records of each key and emits {@code getResult} after each:
     *
     * <pre>{@code
     * requests.keyBy(Request::host).aggregate("average", new Average(), Average.Accumulator.class);
     * }</pre>
     *
     * @param accumulatorType the class of what is stored
     */
    public <ACC, R> SingleOutputStream<R> aggregate(
            String name, AggregateFunction<T, ACC, R> function, Class<ACC> accumulatorType) {
        Refusals.notNull("function", function);
        TypeHint<ACC> hint = TypeHint.of(Refusals.notNull("accumulatorType", accumulatorType));
        return addStateful("aggregate", name, () -> new KeyedAggregateOperator<>(function, hint));
    }

    /** Sums a number per key and emits the running sum after each record: {@code .sum("bytes", Request::bytes)}. */
    public SingleOutputStream<KeyedLong<K>> sum(String name, ToLongFunction<T> summand) {
        Refusals.notNull("summand", summand);
        return addStateful("sum", name, () -> KeyedSumOperator.ofKeys(summand));
    }

    /**
     * Sums a number per key, without boxes, and emits a result of each record and the running sum:
     *
     * <pre>{@code
     * requests.keyBy(Request::host)
     *         .sum("bytes", Request::bytes, (request, bytes) -> new HostBytes(request.host(), bytes));
     * }</pre>
     */
    public <R> SingleOutputStream<R> sum(String name, ToLongFunction<T> summand, LongResult<T, R> result) {
        Refusals.notNull("summand", summand);
        Refusals.notNull("result", result);
        return addStateful("sum", name, () -> KeyedSumOperator.of(summand, result));
    }

    /** Counts the records per key and emits the running count after each: {@code .count("clicks")}. */
    public SingleOutputStream<KeyedLong<K>> count(String name) {
        return sum(name, record -> 1);
    }

    /**
     * Counts the records per key, without boxes, and emits a result of each record and the running count:
     *
     * <pre>{@code
     * clicks.keyBy(Click::page).count("clicks", (click, count) -> new PageCount(click.page(), count));
     * }</pre>
     */
    public <R> SingleOutputStream<R> count(String name, LongResult<T, R> result) {
        return sum(name, record -> 1, result);
    }

    /**
     * Cuts the stream into windows of event time:
     *
     * <pre>{@code
     * clicks.keyBy(Click::page)
     *         .window(TumblingEventTimeWindows.of(Duration.ofMinutes(5)))
     *         .count("per page");
     * }</pre>
     */
    public WindowedStream<T, K> window(TumblingEventTimeWindows windows) {
        return new WindowedStream<>(
                this, Refusals.notNull("windows", windows), Lateness.none(), PreAggregation.WHERE_EXACT);
    }

    /** Adds an operator that reads this stream through a feeder per upstream. */
    <R> SingleOutputStream<R> applyFed(NodeSpec spec, FeederDraft.Kind feeder) {
        return new SingleOutputStream<>(graph(), graph().addFedOperator(spec, upstreams(), keyType, feeder));
    }

    private <R> SingleOutputStream<R> addStateful(String kind, String name, Supplier<? extends Operator<R>> operator) {
        return apply(NodeSpec.stateful(kind, Refusals.notNull("name", name), operator));
    }
}
