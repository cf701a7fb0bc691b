package dev.weir.operators.stateless;

import dev.weir.operators.function.Collector;
import dev.weir.operators.function.FlatMapFunction;

/** One record in, any number out, each with the timestamp of the one it stems from. */
public final class FlatMapOperator<IN, OUT> extends FunctionOperator<FlatMapFunction<IN, OUT>, IN, OUT>
        implements Collector<OUT> {

    private long currentTimestamp;

    public FlatMapOperator(FlatMapFunction<IN, OUT> function) {
        super(function);
    }

    @Override
    public void process(IN record, long timestamp) throws Exception {
        currentTimestamp = timestamp;
        function.flatMap(record, this);
    }

    @Override
    public void collect(OUT result) {
        if (result == null) {
            throw nullRecord("collected", "don't collect what has no value");
        }
        output.emit(result, currentTimestamp);
    }
}
