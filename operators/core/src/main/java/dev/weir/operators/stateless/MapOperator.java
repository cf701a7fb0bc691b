package dev.weir.operators.stateless;

import dev.weir.operators.function.MapFunction;

/** One record in, one out. */
public final class MapOperator<IN, OUT> extends FunctionOperator<MapFunction<IN, OUT>, IN, OUT> {

    public MapOperator(MapFunction<IN, OUT> function) {
        super(function);
    }

    @Override
    public void process(IN record, long timestamp) throws Exception {
        OUT result = function.map(record);
        if (result == null) {
            throw nullRecord("mapped a record to", "use filter or flatMap to drop records");
        }
        output.emit(result, timestamp);
    }
}
