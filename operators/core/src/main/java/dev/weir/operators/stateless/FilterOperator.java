package dev.weir.operators.stateless;

import dev.weir.operators.function.FilterFunction;

/** Keeps some records, unchanged. */
public final class FilterOperator<T> extends FunctionOperator<FilterFunction<T>, T, T> {

    public FilterOperator(FilterFunction<T> function) {
        super(function);
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        if (function.filter(record)) {
            output.emit(record, timestamp);
        }
    }
}
