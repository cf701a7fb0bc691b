package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Workload;

/** The running sum before a sink that is slow: everything before the sink fills. */
final class SlowSumJob implements StreamJob {

    private final Workload workload;

    SlowSumJob(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.source("generator", NumberSource.of(workload, Event::new))
                .keyBy(Event::key)
                .map("sum", new KeyedSum<>(Event::withValue))
                .rebalance()
                .forEach("fold", new SlowFoldSink())
                .blocking();
    }
}
