package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Workload;

/** The running sum of records that come at a given pace. */
final class LatencyJob implements StreamJob {

    private final Workload workload;

    LatencyJob(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.source("generator", NumberSource.paced(workload))
                .keyBy(TimedEvent::key)
                .map("sum", new KeyedSum<>(TimedEvent::withValue))
                .forEach("fold", new LatencySink());
    }
}
