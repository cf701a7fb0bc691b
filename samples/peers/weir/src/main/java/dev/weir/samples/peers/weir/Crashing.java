package dev.weir.samples.peers.weir;

import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.samples.peers.common.Crashes;
import dev.weir.samples.peers.common.Meter;

/** A function that throws when a crash is due. */
final class Crashing<T, R> implements MapFunction<T, R> {

    private final MapFunction<T, R> function;
    private final Crashes crashes = Meter.current().crashes();

    Crashing(MapFunction<T, R> function) {
        this.function = function;
    }

    @Override
    public void open(RuntimeContext context) throws Exception {
        function.open(context);
    }

    @Override
    public R map(T record) throws Exception {
        if (crashes.strikes()) {
            throw new IllegalStateException("a crash on purpose, at record " + record);
        }
        return function.map(record);
    }
}
