package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.DataStream;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.MapFunction;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Variant;

/** The keyed sum of immutable records with long keys; with a function of the user's own, or with the built-in sum. */
final class EventJob implements StreamJob {

    private final RunPlan plan;

    EventJob(RunPlan plan) {
        this.plan = plan;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        DataStream<Event> mapped = env.source("generator", NumberSource.of(plan.workload(), Event::new))
                .map(event -> event.withValue(Records.increment(event.value())));
        if (plan.variant().hasSecondMap()) {
            mapped = mapped.map(event -> event.withValue(Records.triple(event.value())));
        }
        sums(mapped.filter(event -> Records.isKept(event.value()))).forEach("fold", new FoldSink<>());
    }

    private DataStream<Event> sums(DataStream<Event> kept) {
        if (plan.variant() == Variant.SUM) {
            return kept.keyByLong(Event::key).sum("sum", Event::value, Event::withValue);
        }
        MapFunction<Event, Event> sum = new KeyedSum<>(Event::withValue);
        return kept.keyBy(Event::key).map("sum", plan.workload().isCrashed() ? new Crashing<>(sum) : sum);
    }
}
