package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Folds the running sums into the meter's checksum. */
final class FoldSink<E extends Summable<E>> implements Sink<E> {

    @Override
    public SinkWriter<E> createWriter(WriterInitContext context) {
        return new Writer<>(Meter.current().openSink());
    }

    private static final class Writer<E extends Summable<E>> implements SinkWriter<E> {

        private final SinkFold fold;

        Writer(SinkFold fold) {
            this.fold = fold;
        }

        @Override
        public void write(E event, Context context) {
            fold.add(event.keyCode(), event.value());
        }

        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                fold.end();
            }
        }

        @Override
        public void close() {}
    }
}
