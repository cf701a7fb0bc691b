package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.SinkFold;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Folds running sums, or values. */
final class FoldSink<E extends Summable<E>> implements Sink<E> {

    @Override
    public SinkWriter<E> createWriter(WriterInitContext context) {
        return new FoldWriter<E>() {
            @Override
            void add(E event, SinkFold fold) {
                fold.add(event.keyCode(), event.value());
            }
        };
    }
}
