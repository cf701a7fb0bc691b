package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.LatencyFold;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Folds the running sums, and how long their records have been on the way. */
final class LatencySink implements Sink<TimedEvent> {

    @Override
    public SinkWriter<TimedEvent> createWriter(WriterInitContext context) {
        LatencyFold latencies = Meter.current().openLatencies();
        return new FoldWriter<TimedEvent>() {
            @Override
            void add(TimedEvent event, SinkFold fold) {
                latencies.add(event.createdNanos);
                fold.add(event.key, event.value);
            }
        };
    }
}
