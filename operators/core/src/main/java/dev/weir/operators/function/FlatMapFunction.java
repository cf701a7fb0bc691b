package dev.weir.operators.function;

/**
 * One record in, any number out: {@code (line, out) -> { for (String word : line.split(" ")) out.collect(word); }}.
 */
@FunctionalInterface
public interface FlatMapFunction<T, R> extends RichFunction {

    /** Emits the results of one record. */
    void flatMap(T record, Collector<R> out) throws Exception;
}
