package dev.weir.samples.pvuv;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.source.GeneratorSource;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** The job: clicks by page, in 5-minute event-time windows, views and unique visitors of each. */
final class PageViewsJob implements StreamJob {

    private final Clicks clicks;
    private final double ratePerSecond;
    private final CrashSwitch crash;
    private final LongAdder seen;
    private final CollectedResults<PageCount> results;

    PageViewsJob(
            Clicks clicks,
            double ratePerSecond,
            CrashSwitch crash,
            LongAdder seen,
            CollectedResults<PageCount> results) {
        this.clicks = clicks;
        this.ratePerSecond = ratePerSecond;
        this.crash = crash;
        this.seen = seen;
        this.results = results;
    }

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        env.jobName("pvuv");
        env.source(
                        "clicks",
                        GeneratorSource.bounded(clicks.count(), Clicks::click).ratePerSecond(ratePerSecond))
                .map(new CrashPoint(crash, seen))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Click>boundedOutOfOrderness(Duration.ofMillis(Clicks.OUT_OF_ORDER_MILLIS))
                                .withTimestampAssigner(Click::timeMillis))
                .keyByLong(Click::page)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(Clicks.WINDOW_MILLIS)))
                .aggregate(
                        "visitors",
                        new Visitors.Aggregate(),
                        Visitors.class,
                        (page, window, count) -> new PageCount(page, window.start(), count.views(), count.uniques()))
                .collect("results", results);
    }
}
