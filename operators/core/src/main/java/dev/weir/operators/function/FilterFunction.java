package dev.weir.operators.function;

/** Keeps some records: {@code line -> !line.isBlank()}. */
@FunctionalInterface
public interface FilterFunction<T> extends RichFunction {

    /** Whether the record is kept. */
    boolean filter(T record) throws Exception;
}
