package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import dev.weir.samples.peers.common.SlowSink;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Folds running sums, and is held up by each. */
final class SlowSumSink implements Sink<Event> {

    @Override
    public SinkWriter<Event> createWriter(WriterInitContext context) {
        SlowSink slowness = Meter.current().openSlowSink();
        return new FoldWriter<Event>() {
            @Override
            void add(Event event, SinkFold fold) throws InterruptedException {
                slowness.holdUp();
                fold.add(event.keyCode(), event.value());
            }
        };
    }
}
