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
    private static final String ID = "checkpointId";
    private static final String FULL_SIZE = "fullSize";
    private static final String NEW_SIZE = "checkpointedSize";
    private static final long NANOS_PER_MILLI = 1_000_000;
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
        if (Meter.current().isStepping()) {
            reportStep(span);
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

    private static void reportStep(Span span) {
        Map<String, Object> attributes = span.getAttributes();
        if (COMPLETED.equals(attributes.get(STATUS))) {
            Meter.current()
                    .steps()
                    .report(
                            number(attributes, ID),
                            (span.getEndTsMillis() - span.getStartTsMillis()) * NANOS_PER_MILLI,
                            number(attributes, FULL_SIZE),
                            number(attributes, NEW_SIZE));
        }
    }

    private static long number(Map<String, Object> attributes, String name) {
        if (attributes.get(name) instanceof Long number) {
            return number;
        }
        throw new IllegalStateException("a checkpoint's span has " + name + " as a long: " + attributes);
    }

    private static long persistedBytes(Map<String, Object> attributes) {
        return number(attributes, PERSISTED);
    }
}
