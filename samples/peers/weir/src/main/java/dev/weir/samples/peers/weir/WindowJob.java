package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.DataStream;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Variant;

/** The sum of each key in each window; with the built-in sum, or with an aggregate function of the user's own. */
final class WindowJob implements StreamJob {

    private static final TumblingEventTimeWindows WINDOWS = TumblingEventTimeWindows.of(EventTime.WINDOW);

    private final RunPlan plan;

    WindowJob(RunPlan plan) {
        this.plan = plan;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        DataStream<Event> events = env.source("generator", NumberSource.timestamped(plan.workload(), Event::new))
                .assignTimestampsAndWatermarks(WatermarkStrategy.monotonous());
        sums(events).forEach("fold", new FoldSink<>());
    }

    private DataStream<WindowSum> sums(DataStream<Event> events) {
        if (plan.variant() == Variant.AGGREGATE) {
            return events.keyBy(Event::key)
                    .window(WINDOWS)
                    .aggregate("sum", new SumAggregate(), SumAggregate.Sum.class, WindowSum::of);
        }
        return events.keyByLong(Event::key).window(WINDOWS).sum("sum", Event::value, WindowSum::of);
    }
}
