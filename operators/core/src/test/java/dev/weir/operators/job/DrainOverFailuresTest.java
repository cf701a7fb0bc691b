package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.RequestFailedException;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.Stop;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A drain ends with its savepoint or not at all: no window that it ended early becomes a result beside unread data. */
class DrainOverFailuresTest {

    private record Amount(long time, long value) {}

    private static final Crash NONE = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);

    private final AtomicBoolean draining = new AtomicBoolean();
    private final HandSource<Amount> amounts =
            new HandSource<Amount>().add(new Amount(3, 1), new Amount(11, 2), new Amount(13, 4));
    private final CollectedResults<String> results = new CollectedResults<>();

    private StreamJob job(Crash crash) {
        return (env, args) -> env.source("amounts", amounts)
                .assignTimestampsAndWatermarks(
                        "times", WatermarkStrategy.<Amount>monotonous().withTimestampAssigner(Amount::time))
                .keyBy(amount -> "all")
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .sum("sum", Amount::value, (key, window, sum) -> window + "=" + sum)
                .sinkTo("results", new TrappedSink<>(results, crash));
    }

    private static JobSettings settings(String jobId) {
        return Jobs.settings(jobId)
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(null).withInlineThreshold(0));
    }

    private void awaitFirstWindow(JobHandle job) throws Exception {
        Jobs.awaitRunning(job);
        while (results.size() == 0) {
            job.checkpoint().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aDrainWhoseSavepointCanNotBeWrittenIsUndoneByARestart() throws Exception {
        HeldStorageProvider.Held place = HeldStorageProvider.named("held:refused-drain");
        place.refuse();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("refused-drain"), job(NONE));
            awaitFirstWindow(job);
            assertThatThrownBy(() -> job.stop(Stop.DRAIN, place.uri()).get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RequestFailedException.class)
                    .hasMessageContaining("refused for now")
                    .hasMessageContaining("a restart goes back to before the drain");
            Jobs.awaitAttempt(job, 2);
            amounts.add(new Amount(16, 8)).end();
            JobResult result = Jobs.finish(job);
            assertThat(result.attempts()).isEqualTo(2);
        }
        assertThat(results.list()).containsExactly("[0, 10)=1", "[10, 20)=14");
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
    void aStartAfterAPublishedDrainCommitsAndReadsNothingMore(Crash.Phase phase) throws Exception {
        String jobId = "drained-" + phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
        JobSettings settings = settings(jobId).withRestart(new RestartSettings.None());
        Crash crash = new Crash(phase, Trap.Kind.NO_CLASS_DEF_FOUND_ERROR, draining::get);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings, job(crash));
            awaitFirstWindow(job);
            job.savepoint("held:" + jobId).get(60, TimeUnit.SECONDS); // all commits until then are confirmed
            draining.set(true);
            assertThatThrownBy(() -> job.stop(Stop.DRAIN, "held:" + jobId).get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("is complete and stays");
            assertThat(Jobs.failureOf(job)).contains("the/Trap");
            amounts.add(new Amount(16, 8)).end();
            JobHandle goingOn = Jobs.goOn(weir, settings, job(NONE));
            Jobs.finish(goingOn);
            assertThat(results.list()).containsExactly("[0, 10)=1", "[10, 20)=6");
            Jobs.finish(Jobs.goOn(weir, settings, job(NONE)));
        }
        assertThat(results.list()).as("it stays finished").containsExactly("[0, 10)=1", "[10, 20)=6");
    }
}
