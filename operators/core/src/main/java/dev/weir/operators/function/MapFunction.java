package dev.weir.operators.function;

/** One record in, one record out: {@code line -> line.length()}. */
@FunctionalInterface
public interface MapFunction<T, R> extends RichFunction {

    /** The result; never null: what has none is left to a filter or a flatMap. */
    R map(T record) throws Exception;
}
