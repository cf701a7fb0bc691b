package dev.weir.operators.process;

import dev.weir.operators.function.MapFunction;

/** One record in, one out, with keyed state. */
public final class KeyedMapOperator<IN, OUT> extends KeyedFunctionOperator<MapFunction<IN, OUT>, IN, OUT> {

    public KeyedMapOperator(MapFunction<IN, OUT> function) {
        super(function);
    }

    @Override
    public void process(IN record, long timestamp) throws Exception {
        ResultCollector<OUT> out = collectorFor(record, timestamp);
        out.collect(function.map(record));
    }
}
