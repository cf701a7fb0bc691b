package dev.weir.samples.peers.flink;

import java.util.Properties;
import org.apache.flink.traces.reporter.TraceReporter;
import org.apache.flink.traces.reporter.TraceReporterFactory;

/** Makes {@link CheckpointSpans}; found by Flink as a service. */
public final class CheckpointSpansFactory implements TraceReporterFactory {

    /** What Flink calls the reporter in its settings. */
    static final String NAME = "meter";

    @Override
    public TraceReporter createTraceReporter(Properties properties) {
        return new CheckpointSpans();
    }
}
