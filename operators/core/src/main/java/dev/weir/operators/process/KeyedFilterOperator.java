package dev.weir.operators.process;

import dev.weir.operators.function.FilterFunction;

/** Keeps some records, unchanged, with keyed state. */
public final class KeyedFilterOperator<T> extends KeyedFunctionOperator<FilterFunction<T>, T, T> {

    public KeyedFilterOperator(FilterFunction<T> function) {
        super(function);
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        if (function.filter(record)) {
            collectorFor(record, timestamp).collect(record);
        }
    }
}
