package dev.weir.operators;

import dev.weir.engine.graph.Node.Delivery;
import dev.weir.engine.graph.Partitioning;
import dev.weir.operators.function.FilterFunction;
import dev.weir.operators.function.FlatMapFunction;
import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.function.KeySelector;
import dev.weir.operators.function.LongKeySelector;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.Partitioner;
import dev.weir.operators.process.ProcessFunction;
import dev.weir.operators.process.ProcessOperator;
import dev.weir.operators.sink.CollectSink;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.sink.ForEachOperator;
import dev.weir.operators.sink.IdempotentOperator;
import dev.weir.operators.sink.IdempotentSink;
import dev.weir.operators.sink.PrintFunction;
import dev.weir.operators.sink.TwoPhaseCommitOperator;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import dev.weir.operators.sink.WriteAheadOperator;
import dev.weir.operators.sink.WriteAheadSink;
import dev.weir.operators.stateless.FilterOperator;
import dev.weir.operators.stateless.FlatMapOperator;
import dev.weir.operators.stateless.MapOperator;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of records. Operations add to the job's graph and return the stream of their results; the stream itself
 * never changes and may be read more than once. A stateless operation may be named; sources, sinks and operations that
 * keep state take a name as their first argument. Functions are lambdas or classes; nothing is serialised.
 *
 * <p>Used within {@code define}, by its thread.
 */
public class DataStream<T> {

    private final GraphBuilder graph;
    private final List<Upstream> upstreams;

    DataStream(GraphBuilder graph, List<Upstream> upstreams) {
        this.graph = graph;
        this.upstreams = List.copyOf(upstreams);
    }

    /**
     * Turns each record into another:
     *
     * <pre>{@code
     * DataStream<Integer> lengths = lines.map(line -> line.length());
     * }</pre>
     */
    public <R> SingleOutputStream<R> map(MapFunction<T, R> function) {
        return addMap(null, function);
    }

    /** {@link #map(MapFunction)} with a name. */
    public <R> SingleOutputStream<R> map(String name, MapFunction<T, R> function) {
        return addMap(Refusals.notNull("name", name), function);
    }

    /**
     * Turns each record into any number of others:
     *
     * <pre>{@code
     * DataStream<String> words = lines.flatMap((line, out) -> {
     *     for (String word : line.split(" ")) {
     *         out.collect(word);
     *     }
     * });
     * }</pre>
     */
    public <R> SingleOutputStream<R> flatMap(FlatMapFunction<T, R> function) {
        return addFlatMap(null, function);
    }

    /** {@link #flatMap(FlatMapFunction)} with a name. */
    public <R> SingleOutputStream<R> flatMap(String name, FlatMapFunction<T, R> function) {
        return addFlatMap(Refusals.notNull("name", name), function);
    }

    /**
     * Keeps the records for which the function says true:
     *
     * <pre>{@code
     * DataStream<String> filled = lines.filter(line -> !line.isBlank());
     * }</pre>
     */
    public SingleOutputStream<T> filter(FilterFunction<T> function) {
        return addFilter(null, function);
    }

    /** {@link #filter(FilterFunction)} with a name. */
    public SingleOutputStream<T> filter(String name, FilterFunction<T> function) {
        return addFilter(Refusals.notNull("name", name), function);
    }

    /**
     * Runs a function that sees timestamps and may emit to side outputs: {@code lines.process(new Parse())}; see {@link
     * ProcessFunction} for a whole one.
     */
    public <R> SingleOutputStream<R> process(ProcessFunction<T, R> function) {
        return addProcess(null, function);
    }

    /** {@link #process(ProcessFunction)} with a name. */
    public <R> SingleOutputStream<R> process(String name, ProcessFunction<T, R> function) {
        return addProcess(Refusals.notNull("name", name), function);
    }

    /**
     * Gives records their timestamps, and makes the watermarks that follow from them; watermarks from before are
     * dropped:
     *
     * <pre>{@code
     * clicks.assignTimestampsAndWatermarks(WatermarkStrategy.<Click>boundedOutOfOrderness(Duration.ofSeconds(5))
     *         .withTimestampAssigner(Click::timeMillis));
     * }</pre>
     */
    public SingleOutputStream<T> assignTimestampsAndWatermarks(WatermarkStrategy<T> strategy) {
        return addTimestamps(null, strategy);
    }

    /** {@link #assignTimestampsAndWatermarks(WatermarkStrategy)} with a name. */
    public SingleOutputStream<T> assignTimestampsAndWatermarks(String name, WatermarkStrategy<T> strategy) {
        return addTimestamps(Refusals.notNull("name", name), strategy);
    }

    /**
     * Deals records out by key: all records of a key meet in one subtask, in the order they were sent.
     *
     * <pre>{@code
     * KeyedStream<Click, String> byPage = clicks.keyBy(click -> click.page());
     * }</pre>
     *
     * <p>A key that is null, or whose class has no stable hash code, fails the job at the first record; give the class
     * ({@link #keyBy(KeySelector, Class)}) to have such a class refused before the job starts.
     */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> selector) {
        return keyed(selector, null);
    }

    /** {@link #keyBy(KeySelector)} with the class of the key, which is checked when the graph is built. */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> selector, Class<K> keyType) {
        return keyed(selector, TypeHint.of(Refusals.notNull("keyType", keyType)));
    }

    /** {@link #keyBy(KeySelector)} with the type of the key, which is checked when the graph is built. */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> selector, TypeHint<K> keyType) {
        return keyed(selector, Refusals.notNull("keyType", keyType));
    }

    /**
     * Deals records out by a key that is a long, without boxing it; faster than, and otherwise the same as, a key of
     * class Long:
     *
     * <pre>{@code
     * KeyedStream<Click, Long> byUser = clicks.keyByLong(click -> click.userId());
     * }</pre>
     */
    public KeyedStream<T, Long> keyByLong(LongKeySelector<T> selector) {
        Partitioning byLong = KeyExtractors.byLong(Refusals.notNull("selector", selector));
        return new KeyedStream<>(graph, sentBy(byLong), TypeHint.of(Long.class));
    }

    /**
     * The records of this stream and of others, in no particular order:
     *
     * <pre>{@code
     * DataStream<Click> all = web.union(mobile, kiosk);
     * }</pre>
     */
    @SafeVarargs
    public final DataStream<T> union(DataStream<T>... others) {
        List<Upstream> all = new ArrayList<>(upstreams);
        for (DataStream<T> other : others) {
            if (Refusals.notNull("other", other).graph != graph) {
                throw new IllegalArgumentException(
                        "union joins streams of one job: got a stream of another environment");
            }
            all.addAll(other.upstreams);
        }
        return new DataStream<>(graph, all);
    }

    /** Deals records out round robin over all subtasks of the next operator: {@code lines.rebalance().map(parse)}. */
    public DataStream<T> rebalance() {
        return partitioned(new Partitioning.Rebalance());
    }

    /**
     * Deals records out round robin over a fixed share of the next operator's subtasks, so that each pair of neighbours
     * has few channels: {@code lines.rescale().map(parse)}.
     */
    public DataStream<T> rescale() {
        return partitioned(new Partitioning.Rescale());
    }

    /** Sends each record to a random subtask of the next operator: {@code lines.shuffle().map(parse)}. */
    public DataStream<T> shuffle() {
        return partitioned(new Partitioning.Shuffle());
    }

    /** Sends each record to every subtask of the next operator: {@code rules.broadcast().map(apply)}. */
    public DataStream<T> broadcast() {
        return partitioned(new Partitioning.Broadcast());
    }

    /** Sends everything to the next operator's first subtask: {@code counts.global().map(total)}. */
    public DataStream<T> global() {
        return partitioned(new Partitioning.Global());
    }

    /**
     * Sends the records of subtask i to subtask i of the next operator, which must have the same parallelism:
     * {@code lines.forward().map(parse)}. It is what happens anyway between operators of equal parallelism.
     */
    public DataStream<T> forward() {
        return partitioned(new Partitioning.Forward());
    }

    /**
     * Sends each record to the subtask the partitioner chooses for its key:
     *
     * <pre>{@code
     * clicks.partitionCustom((region, targets) -> region % targets, click -> click.region());
     * }</pre>
     *
     * <p>What follows is not keyed: it has no keyed state.
     */
    public <K> DataStream<T> partitionCustom(Partitioner<K> partitioner, KeySelector<T, K> selector) {
        Refusals.notNull("partitioner", partitioner);
        return partitioned(KeyExtractors.custom(partitioner, Refusals.notNull("selector", selector), upstreams));
    }

    /**
     * Prints each record to standard output, on a line of its own after the sink's name: {@code counts.print("counts")}.
     * At least once.
     */
    public DataStreamSink print(String name) {
        return forEach(name, new PrintFunction<>(Refusals.notNull("name", name), System.out));
    }

    /**
     * Hands each record to a function:
     *
     * <pre>{@code
     * alerts.forEach("pager", alert -> pager.call(alert)).blocking();
     * }</pre>
     *
     * <p>At least once: a restart repeats the records that came after the last checkpoint.
     */
    public DataStreamSink forEach(String name, ForEachFunction<T> function) {
        Refusals.notNull("name", name);
        Refusals.notNull("function", function);
        return applySink(
                NodeSpec.stateless("forEach", name, () -> new ForEachOperator<>(function)), Delivery.AT_LEAST_ONCE);
    }

    /**
     * Collects the records into memory, exactly once; see {@link CollectedResults}:
     *
     * <pre>{@code
     * CollectedResults<Long> results = new CollectedResults<>(); // outside of define
     * counts.collect("results", results);
     * }</pre>
     */
    public DataStreamSink collect(String name, CollectedResults<T> results) {
        return sinkTo(name, new CollectSink<>(Refusals.notNull("results", results)));
    }

    /**
     * Writes the records to an outside system, exactly once by two-phase commit:
     *
     * <pre>{@code
     * orders.sinkTo("orders", new OrdersSink(url));
     * }</pre>
     *
     * @param name the sink's uid: its prepared transactions are stored under it
     */
    public DataStreamSink sinkTo(String name, TwoPhaseCommitSink<T, ?> sink) {
        Refusals.notNull("sink", sink);
        return applySink(
                NodeSpec.stateful("sink", name, () -> new TwoPhaseCommitOperator<>(sink)), Delivery.TRANSACTIONAL);
    }

    /**
     * Writes the records to an outside system without transactions, when their checkpoint is complete; see
     * {@link WriteAheadSink}:
     *
     * <pre>{@code
     * orders.sinkTo("orders", WriteAheadSink.of(Order.class, new OrdersTable(url)));
     * }</pre>
     *
     * @param name the sink's uid: what it holds is stored under it
     */
    public DataStreamSink sinkTo(String name, WriteAheadSink<T> sink) {
        Refusals.notNull("sink", sink);
        return applySink(NodeSpec.stateful("sink", name, () -> new WriteAheadOperator<>(sink)), Delivery.WRITE_AHEAD);
    }

    /**
     * Writes the records to an outside system where each replaces the one before of its key; see {@link IdempotentSink}:
     *
     * <pre>{@code
     * totals.sinkTo("totals", IdempotentSink.of(Total::user, new TotalsTable(url)));
     * }</pre>
     *
     * @param name the sink's uid
     */
    public DataStreamSink sinkTo(String name, IdempotentSink<T> sink) {
        Refusals.notNull("sink", sink);
        return applySink(NodeSpec.stateful("sink", name, () -> new IdempotentOperator<>(sink)), Delivery.IDEMPOTENT);
    }

    /** Adds an operator that reads this stream with its only input. */
    final <R> SingleOutputStream<R> apply(NodeSpec spec) {
        return new SingleOutputStream<>(graph, graph.addOperator(spec, List.of(upstreams), keyType()));
    }

    /** Adds an operator without outputs. */
    final DataStreamSink applySink(NodeSpec spec, Delivery delivery) {
        NodeDraft node = graph.addOperator(spec, List.of(upstreams), keyType());
        node.delivers(delivery);
        return new DataStreamSink(node);
    }

    final GraphBuilder graph() {
        return graph;
    }

    final List<Upstream> upstreams() {
        return upstreams;
    }

    /** The class of the key where the stream is keyed and it is known. */
    @Nullable
    TypeHint<?> keyType() {
        return null;
    }

    private <R> SingleOutputStream<R> addMap(@Nullable String name, MapFunction<T, R> function) {
        Refusals.notNull("function", function);
        return apply(NodeSpec.stateless("map", name, () -> new MapOperator<>(function)));
    }

    private <R> SingleOutputStream<R> addFlatMap(@Nullable String name, FlatMapFunction<T, R> function) {
        Refusals.notNull("function", function);
        return apply(NodeSpec.stateless("flatMap", name, () -> new FlatMapOperator<>(function)));
    }

    private SingleOutputStream<T> addFilter(@Nullable String name, FilterFunction<T> function) {
        Refusals.notNull("function", function);
        return apply(NodeSpec.stateless("filter", name, () -> new FilterOperator<>(function)));
    }

    private <R> SingleOutputStream<R> addProcess(@Nullable String name, ProcessFunction<T, R> function) {
        Refusals.notNull("function", function);
        return apply(NodeSpec.stateless("process", name, () -> new ProcessOperator<>(function)));
    }

    private SingleOutputStream<T> addTimestamps(@Nullable String name, WatermarkStrategy<T> strategy) {
        Refusals.notNull("strategy", strategy);
        return apply(NodeSpec.stateless("timestamps", name, strategy::newOperator));
    }

    private <K> KeyedStream<T, K> keyed(KeySelector<T, K> selector, @Nullable TypeHint<K> keyType) {
        Partitioning byKey = KeyExtractors.byKey(Refusals.notNull("selector", selector), upstreams);
        return new KeyedStream<>(graph, sentBy(byKey), keyType);
    }

    private DataStream<T> partitioned(Partitioning partitioning) {
        return new DataStream<>(graph, sentBy(partitioning));
    }

    private List<Upstream> sentBy(Partitioning partitioning) {
        return upstreams.stream().map(upstream -> upstream.by(partitioning)).toList();
    }
}
