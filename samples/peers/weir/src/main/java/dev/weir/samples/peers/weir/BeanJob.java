package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;

/** The keyed sum of mutable beans, which its functions change in place. */
final class BeanJob implements StreamJob {

    private final RunPlan plan;

    BeanJob(RunPlan plan) {
        this.plan = plan;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.source("generator", NumberSource.of(plan.workload(), EventBean::new))
                .map(bean -> bean.replaceValue(Records.increment(bean.getValue())))
                .filter(bean -> Records.isKept(bean.getValue()))
                .keyBy(EventBean::getKey)
                .map("sum", new KeyedSum<>(EventBean::replaceValue))
                .forEach("fold", new FoldSink<>());
    }
}
