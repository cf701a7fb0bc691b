package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.PreAggregation;
import dev.weir.operators.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows at the edges of time, in a job: negative times and offsets, boundless lateness, elements without a time. */
class WindowCasesTest {

    private static final LocalWeir WEIR = LocalWeir.start();

    @AfterAll
    static void close() {
        WEIR.close();
    }

    private static StreamJob counting(
            HandSource<Long> times,
            WatermarkStrategy<Long> strategy,
            TumblingEventTimeWindows windows,
            Duration lateness,
            PreAggregation choice,
            CollectedResults<String> results) {
        return (env, args) -> env.source("times", times)
                .assignTimestampsAndWatermarks(strategy)
                .keyBy(time -> "all")
                .window(windows)
                .allowedLateness(lateness)
                .preAggregation(choice)
                .count("count", (key, window, count) -> window.start() + ".." + window.end() + "=" + count)
                .collect("results", results);
    }

    private static List<String> counts(
            String jobId, PreAggregation choice, TumblingEventTimeWindows windows, Long... times) throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        WatermarkStrategy<Long> atTheEnd = WatermarkStrategy.<Long>none().withTimestampAssigner((Long time) -> time);
        HandSource<Long> source = new HandSource<Long>().add(times).end();
        Jobs.finish(Jobs.start(
                WEIR,
                Jobs.settings(jobId + "-" + choice),
                counting(source, atTheEnd, windows, Duration.ZERO, choice, results)));
        return results.list();
    }

    @ParameterizedTest
    @EnumSource(PreAggregation.class)
    void caseH11ElementsAtNegativeTimesAreInTheWindowThatHoldsThem(PreAggregation choice) throws Exception {
        assertThat(counts(
                        "h11",
                        choice,
                        TumblingEventTimeWindows.of(Duration.ofMillis(7)),
                        -15L,
                        -14L,
                        -8L,
                        -7L,
                        -1L,
                        0L,
                        6L,
                        7L))
                .containsExactly("-21..-14=1", "-14..-7=2", "-7..0=2", "0..7=2", "7..14=1");
    }

    @ParameterizedTest
    @EnumSource(PreAggregation.class)
    void caseH11NegativeOffsetsShiftWindows(PreAggregation choice) throws Exception {
        TumblingEventTimeWindows shifted = TumblingEventTimeWindows.of(Duration.ofMillis(7), Duration.ofMillis(-3));
        assertThat(counts("h11-offset", choice, shifted, -11L, -10L, -4L, -3L, -1L, 3L, 4L))
                .containsExactly("-17..-10=1", "-10..-3=2", "-3..4=3", "4..11=1");
        TumblingEventTimeWindows days = TumblingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(-8));
        assertThat(counts("h11-days", choice, days, 1_602_259_201_000L))
                .containsExactly("1602259200000..1602345600000=1");
    }

    @Test
    void caseH15BoundlessLatenessKeepsAWindowForLateElements() throws Exception {
        HandSource<Long> times = new HandSource<Long>().add(3L, 10L);
        CollectedResults<String> results = new CollectedResults<>();
        WatermarkStrategy<Long> rising =
                WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long time) -> time);
        TumblingEventTimeWindows tens = TumblingEventTimeWindows.of(Duration.ofMillis(10));
        JobHandle job = Jobs.start(
                WEIR,
                Jobs.settings("h15"),
                counting(times, rising, tens, Duration.ofMillis(Long.MAX_VALUE), PreAggregation.WHERE_EXACT, results));
        assertThat(results.await(1, Jobs.PATIENCE)).containsExactly("0..10=1");
        times.add(1_000_001L);
        assertThat(results.await(2, Jobs.PATIENCE)).contains("10..20=1");
        times.add(4L).end();
        Jobs.finish(job);
        assertThat(results.list()).containsExactly("0..10=1", "10..20=1", "0..10=2", "1000000..1000010=1");
    }

    @ParameterizedTest
    @EnumSource(PreAggregation.class)
    void caseH15AnElementWithoutATimeFailsTheJob(PreAggregation choice) throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        HandSource<Long> times = new HandSource<Long>().add(1L).end();
        JobHandle job = Jobs.start(
                WEIR,
                Jobs.settings("h15-no-time-" + choice),
                (env, args) -> env.source("times", times)
                        .keyBy(time -> "all")
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                        .preAggregation(choice)
                        .count("count", (key, window, count) -> window.start() + "=" + count)
                        .collect("results", results));
        assertThat(Jobs.failureOf(job)).containsIgnoringCase("timestamp").contains("assignTimestampsAndWatermarks");
        assertThat(results.list()).isEmpty();
    }
}
