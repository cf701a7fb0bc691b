package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.SinkFold;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** Folds what a sink gets into the meter's checksum; subclasses say how. */
abstract class FoldWriter<E> implements SinkWriter<E> {

    private final SinkFold fold = Meter.current().openSink();

    @Override
    public final void write(E element, Context context) throws InterruptedException {
        add(element, fold);
    }

    abstract void add(E element, SinkFold toFold) throws InterruptedException;

    @Override
    public final void flush(boolean endOfInput) {
        if (endOfInput) {
            fold.end();
        }
    }

    @Override
    public final void close() {}
}
