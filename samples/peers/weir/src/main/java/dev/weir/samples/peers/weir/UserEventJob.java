package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.UserNames;

/** The keyed sum of immutable records with string keys. */
final class UserEventJob implements StreamJob {

    private final RunPlan plan;

    UserEventJob(RunPlan plan) {
        this.plan = plan;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        // A graph is drawn for each subtask, so the names have one owner.
        UserNames names = new UserNames(plan.variant());
        env.source("generator", NumberSource.of(plan.workload(), (key, value) -> new UserEvent(names.of(key), value)))
                .map(event -> event.withValue(Records.increment(event.value())))
                .filter(event -> Records.isKept(event.value()))
                .keyBy(UserEvent::user)
                .map("sum", new KeyedSum<>(UserEvent::withValue))
                .forEach("fold", new FoldSink<>());
    }
}
