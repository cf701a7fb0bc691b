package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;

/** Hands every record over to another subtask, in turn; no keys, no state. */
final class ShuffleJob implements StreamJob {

    private final Workload workload;

    ShuffleJob(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.source("generator", NumberSource.of(workload, Event::new))
                .map(event -> event.withValue(Records.increment(event.value())))
                .rebalance()
                .map(event -> event.withValue(Records.triple(event.value())))
                .filter(event -> Records.isKept(event.value()))
                .forEach("fold", new FoldSink<>());
    }
}
