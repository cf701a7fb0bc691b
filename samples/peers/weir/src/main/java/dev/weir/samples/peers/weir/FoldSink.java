package dev.weir.samples.peers.weir;

import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;

/** Folds the running sums into the meter's checksum. */
final class FoldSink<E extends Summable> implements ForEachFunction<E> {

    @SuppressWarnings("NullAway.Init") // open comes before accept
    private SinkFold fold;

    @Override
    public void open(RuntimeContext context) {
        fold = Meter.current().openSink();
    }

    @Override
    public void accept(E event) {
        fold.add(event.keyCode(), event.value());
    }

    @Override
    public void finish() {
        fold.end();
    }
}
