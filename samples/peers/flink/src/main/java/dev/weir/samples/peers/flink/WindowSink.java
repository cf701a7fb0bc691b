package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.SinkFold;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Folds the sums of windows. */
final class WindowSink implements Sink<WindowSum> {

    @Override
    public SinkWriter<WindowSum> createWriter(WriterInitContext context) {
        return new FoldWriter<WindowSum>() {
            @Override
            void add(WindowSum result, SinkFold fold) {
                fold.add(Records.windowCode(result.key, result.windowStartMillis), result.sum);
            }
        };
    }
}
