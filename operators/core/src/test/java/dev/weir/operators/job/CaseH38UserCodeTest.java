package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.sink.CollectedResults;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The first failure is the cause, each operator is closed once, and a function that never returns holds up nobody. */
class CaseH38UserCodeTest {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    private final class Logged implements MapFunction<Long, Long> {
        private final String name;
        private final boolean failsInOpen;
        private final long failsAt;
        private final boolean failsInClose;

        Logged(String name, boolean failsInOpen, long failsAt, boolean failsInClose) {
            this.name = name;
            this.failsInOpen = failsInOpen;
            this.failsAt = failsAt;
            this.failsInClose = failsInClose;
        }

        @Override
        public void open(RuntimeContext context) {
            calls.add("open " + name);
            if (failsInOpen) {
                throw new IllegalStateException("root");
            }
        }

        @Override
        public Long map(Long number) {
            if (number == failsAt) {
                throw new IllegalStateException("record " + number);
            }
            return number;
        }

        @Override
        public void close() {
            calls.add("close " + name);
            if (failsInClose) {
                throw new IllegalArgumentException("closing " + name);
            }
        }
    }

    private JobResult run(String jobId, Logged... maps) throws Exception {
        JobSettings settings = Jobs.settings(jobId).withParallelism(1).withRestart(new RestartSettings.None());
        StreamJob job = (env, args) -> env.fromElements("numbers", 1L, 2L, 3L, 4L, 5L, 6L)
                .map(maps[0])
                .map(maps[1])
                .map(maps[2])
                .collect("results", new CollectedResults<>());
        try (LocalWeir weir = LocalWeir.start()) {
            JobResult result = Jobs.start(weir, settings, job).await(Jobs.PATIENCE);
            assertThat(result.status()).isEqualTo(JobStatus.FAILED);
            return result;
        }
    }

    @Test
    void aFailureInOpenIsTheCauseAndOneInCloseIsSuppressed() throws Exception {
        JobResult result = run(
                "h38a",
                new Logged("op1", false, 0, false),
                new Logged("op2", true, 0, true),
                new Logged("op3", false, 0, false));
        assertThat(result.failure().orElseThrow()).hasRootCauseMessage("root");
        assertThat(result.failure().orElseThrow())
                .hasStackTraceContaining("Suppressed")
                .hasStackTraceContaining("closing op2");
        assertClosedOnceWhatWasOpened();
    }

    @Test
    void aRecordsFailureIsTheCauseAndAllAreClosed() throws Exception {
        JobResult result = run(
                "h38b",
                new Logged("op1", false, 0, false),
                new Logged("op2", false, 5, false),
                new Logged("op3", false, 0, true));
        assertThat(result.failure().orElseThrow()).hasRootCauseMessage("record 5");
        assertThat(result.failure().orElseThrow()).hasStackTraceContaining("closing op3");
        assertThat(calls).contains("open op1", "open op2", "open op3");
        assertClosedOnceWhatWasOpened();
    }

    private void assertClosedOnceWhatWasOpened() {
        for (String operator : List.of("op1", "op2", "op3")) {
            long opened = calls.stream().filter(("open " + operator)::equals).count();
            assertThat(calls.stream().filter(("close " + operator)::equals).count())
                    .as(operator)
                    .isEqualTo(opened);
        }
        assertThat(calls).doesNotHaveDuplicates();
    }

    /** What no serialiser of Java's takes: neither the class nor the field. */
    private record Greeting(Optional<String> word) {
        String to(long number) {
            return word.orElse("nobody") + " " + number;
        }
    }

    @Test
    void aLambdaThatCapturesAnObjectWithAnOptionalFieldWorks() throws Exception {
        Greeting greeting = new Greeting(Optional.of("hello"));
        Greeting silence = new Greeting(Optional.empty());
        CollectedResults<String> results = new CollectedResults<>();
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.start(
                    weir,
                    Jobs.settings("h38c"),
                    (env, args) -> env.generate("numbers", 6, index -> index)
                            .rebalance()
                            .map(number -> number % 2 == 0 ? greeting.to(number) : silence.to(number))
                            .keyBy(words -> greeting.word().isPresent() ? words : "")
                            .reduce(
                                    "last",
                                    (earlier, later) -> silence.word().isEmpty() ? later : earlier,
                                    String.class)
                            .collect("results", results)));
        }
        assertThat(results.list())
                .containsExactlyInAnyOrder("hello 0", "nobody 1", "hello 2", "nobody 3", "hello 4", "nobody 5");
    }

    @Test
    void aFunctionThatIgnoresInterruptsIsGivenUpAndOtherJobsGoOn() throws Exception {
        CountDownLatch looping = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        HandSource<Long> others = new HandSource<Long>().add(1L);
        CollectedResults<Long> results = new CollectedResults<>();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle other = Jobs.start(
                    weir,
                    Jobs.settings("other"),
                    (env, args) -> env.source("others", others).collect("results", results));
            JobSettings impatient = Jobs.settings("looping").withTask(Jobs.task(256, Duration.ofMillis(300)));
            JobHandle job = Jobs.start(
                    weir,
                    impatient,
                    (env, args) -> env.fromElements("numbers", 1L)
                            .map(number -> {
                                looping.countDown();
                                loop(interrupted, release);
                                return number;
                            })
                            .collect("nothing", new CollectedResults<>()));
            assertThat(looping.await(60, TimeUnit.SECONDS)).isTrue();
            job.cancel();
            assertThat(Jobs.failureOf(job)).contains("weir.task.cancel-timeout");
            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
            others.add(2L).end();
            Jobs.finish(other);
            release.countDown();
        }
        assertThat(results.list()).containsExactly(1L, 2L);
    }

    /** Swallows interrupts until it is released. */
    private static void loop(CountDownLatch interrupted, CountDownLatch release) {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException swallowed) {
                interrupted.countDown();
            }
        }
    }
}
