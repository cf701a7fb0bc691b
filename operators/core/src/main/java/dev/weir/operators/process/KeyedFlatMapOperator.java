package dev.weir.operators.process;

import dev.weir.operators.function.FlatMapFunction;

/** One record in, any number out, with keyed state. */
public final class KeyedFlatMapOperator<IN, OUT> extends KeyedFunctionOperator<FlatMapFunction<IN, OUT>, IN, OUT> {

    public KeyedFlatMapOperator(FlatMapFunction<IN, OUT> function) {
        super(function);
    }

    @Override
    public void process(IN record, long timestamp) throws Exception {
        function.flatMap(record, collectorFor(record, timestamp));
    }
}
