package dev.weir.samples.peers.weir;

import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import dev.weir.samples.peers.common.SlowSink;

/** Folds the running sums, and is held up by each. */
@SuppressWarnings("NullAway.Init") // open comes before accept
final class SlowFoldSink implements ForEachFunction<Event> {

    private SinkFold fold;
    private SlowSink slowness;

    @Override
    public void open(RuntimeContext context) {
        fold = Meter.current().openSink();
        slowness = Meter.current().openSlowSink();
    }

    @Override
    public void accept(Event event) throws InterruptedException {
        slowness.holdUp();
        fold.add(event.key(), event.value());
    }

    @Override
    public void finish() {
        fold.end();
    }
}
