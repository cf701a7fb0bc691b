package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;

/** {@link ShuffleJob} with mutable beans, which its functions change in place. */
final class BeanShuffleJob implements StreamJob {

    private final Workload workload;

    BeanShuffleJob(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.source("generator", NumberSource.of(workload, EventBean::new))
                .map(bean -> bean.replaceValue(Records.increment(bean.getValue())))
                .rebalance()
                .map(bean -> bean.replaceValue(Records.triple(bean.getValue())))
                .filter(bean -> Records.isKept(bean.getValue()))
                .forEach("fold", new FoldSink<>());
    }
}
