package dev.weir.samples.peers.weir;

import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.samples.peers.common.LatencyFold;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;

/** Folds the running sums, and how long their records have been on the way. */
@SuppressWarnings("NullAway.Init") // open comes before accept
final class LatencySink implements ForEachFunction<TimedEvent> {

    private SinkFold fold;
    private LatencyFold latencies;

    @Override
    public void open(RuntimeContext context) {
        fold = Meter.current().openSink();
        latencies = Meter.current().openLatencies();
    }

    @Override
    public void accept(TimedEvent event) {
        latencies.add(event.createdNanos());
        fold.add(event.key(), event.value());
    }

    @Override
    public void finish() {
        fold.end();
    }
}
