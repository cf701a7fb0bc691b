package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.CheckpointTimes;
import dev.weir.samples.peers.common.Meter;
import java.util.Map;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.traces.Span;
import org.apache.flink.traces.reporter.TraceReporter;

/** Takes what Flink's coordinator tells of each checkpoint that has ended, and hands it to the meter. */
public final class CheckpointSpans implements TraceReporter {

    private static final String CHECKPOINT = "Checkpoint";
    private static final String STATUS = "checkpointStatus";
    private static final String COMPLETED = "COMPLETED";
    private static final String PERSISTED = "sumPersistedDataBytes";

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    @Override
    public void notifyOfAddedSpan(Span span) {
        if (!span.getName().equals(CHECKPOINT)) {
            return;
        }
        CheckpointTimes times = Meter.current().checkpointTimes();
        Map<String, Object> attributes = span.getAttributes();
        if (COMPLETED.equals(attributes.get(STATUS))) {
            times.completed(span.getStartTsMillis(), span.getEndTsMillis(), persistedBytes(attributes));
        } else {
            times.failed(span.getStartTsMillis(), span.getEndTsMillis());
        }
    }

    private static long persistedBytes(Map<String, Object> attributes) {
        if (attributes.get(PERSISTED) instanceof Long bytes) {
            return bytes;
        }
        throw new IllegalStateException(
                "a checkpoint's span says how many bytes under way it holds, as a long: " + attributes);
    }
}
