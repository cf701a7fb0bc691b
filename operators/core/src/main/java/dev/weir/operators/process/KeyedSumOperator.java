package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.operators.process.ResultCollector.Ownership;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A running sum per key, without boxes. Overflow wraps as {@code +} does.
 *
 * @param <T> what comes in
 * @param <R> what goes out, one per record
 */
public final class KeyedSumOperator<T, R> extends SingleInputOperator<T, R> {

    private static final String STATE_NAME = "sum";

    private final ToLongFunction<? super T> summand;
    private final Results<T, R> results;
    private @Nullable KeyedStateBackend backend;
    private @Nullable LongState sum;
    private @Nullable ResultCollector<R> collector;

    /** Makes a result; the key is at hand for those that need it. */
    @FunctionalInterface
    interface Results<T, R> {
        R resultOf(KeyedStateBackend backend, T record, long sum) throws Exception;
    }

    private KeyedSumOperator(ToLongFunction<? super T> summand, Results<T, R> results) {
        this.summand = summand;
        this.results = results;
    }

    /** A sum whose results are made of the record and the sum. */
    public static <T, R> KeyedSumOperator<T, R> of(ToLongFunction<? super T> summand, LongResult<? super T, R> result) {
        return new KeyedSumOperator<>(summand, (backend, record, sum) -> result.resultOf(record, sum));
    }

    /** A sum whose results are the key and the sum. */
    @SuppressWarnings("unchecked") // the key selector of the stream made the key
    public static <K, T> KeyedSumOperator<T, KeyedLong<K>> ofKeys(ToLongFunction<? super T> summand) {
        return new KeyedSumOperator<>(
                summand, (backend, record, sum) -> new KeyedLong<>((K) backend.currentKey(), sum));
    }

    @Override
    public void open(OperatorContext context, Output<R> output) {
        backend = context.keyedState();
        sum = backend.state(LongStateDescriptor.of(STATE_NAME));
        collector = new ResultCollector<>(context, output, Ownership.OWN);
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        ResultCollector<R> out = Objects.requireNonNull(collector, "open comes first");
        out.workOn(record, timestamp);
        long total = Objects.requireNonNull(sum).add(summand.applyAsLong(record));
        out.collect(results.resultOf(Objects.requireNonNull(backend), record, total));
    }
}
