package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.SingleOutputStream;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What was late before a crash is late after it: the event time of operators is part of checkpoints. */
class CaseH17LateAfterRestartTest {

    private static final OutputTag<Long> LATE = OutputTag.of("late", Long.class);
    private static final long CRASH = -1;

    @Test
    void anElementThatWasLateBeforeTheCrashOpensNoWindowAfterIt() throws Exception {
        HandSource<Long> times = new HandSource<Long>().add(1L, 2L, 20L);
        CollectedResults<String> windows = new CollectedResults<>();
        CollectedResults<Long> late = new CollectedResults<>();
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> true);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, Jobs.settings("h17"), (env, args) -> {
                SingleOutputStream<String> sums = env.source("times", times)
                        .filter(time -> {
                            if (time == CRASH) {
                                trap.pass();
                            }
                            return time != CRASH;
                        })
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long time) -> time))
                        .keyBy(time -> "all")
                        .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                        .sideOutputLateData(LATE)
                        .sum("sum", time -> time, (key, window, sum) -> window.start() + "=" + sum);
                sums.collect("windows", windows);
                sums.sideOutput(LATE).collect("late", late);
            });
            windows.await(1, Jobs.PATIENCE);
            times.add(CRASH, 3L, 30L).end();
            JobResult result = Jobs.finish(job);
            assertThat(result.restarts()).isEqualTo(1);
        }
        assertThat(windows.list()).containsExactlyInAnyOrder("0=3", "20=20", "30=30");
        assertThat(late.list()).containsExactly(3L);
    }
}
