package dev.weir.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalWeirTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static JobSettings settings(String jobId) {
        return JobSettings.defaults(jobId, 3)
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(Duration.ofMillis(20)));
    }

    private static JobResult run(LocalWeir weir, CountingJob job, String jobId) throws Exception {
        return weir.submit(job, JobArguments.none(), settings(jobId), new StartFrom.Fresh())
                .await(PATIENCE);
    }

    @Test
    void aBoundedJobFinishesWithEveryRecordCounted() throws Exception {
        CountingJob job = new CountingJob(10_000, CountingJob.FailsOnce.NO);
        try (LocalWeir weir = LocalWeir.start()) {
            JobResult result = run(weir, job, "counting");
            assertThat(result.status()).isEqualTo(JobStatus.FINISHED);
            assertThat(result.restarts()).isZero();
        }
        assertThat(job.total).hasValue(30_000);
    }

    @Test
    void aJobThatFailsOnceIsRestartedAndCountsEveryRecordOnce() throws Exception {
        CountingJob job = new CountingJob(100_000, CountingJob.FailsOnce.YES);
        try (LocalWeir weir = LocalWeir.start()) {
            JobResult result = run(weir, job, "failing");
            assertThat(result.status()).isEqualTo(JobStatus.FINISHED);
            assertThat(result.restarts()).isEqualTo(1);
        }
        assertThat(job.total).hasValue(300_000);
    }

    @Test
    void aCanceledJobEndsAndItsNextRunGoesOn() throws Exception {
        CountingJob job = new CountingJob(Long.MAX_VALUE / 2, CountingJob.FailsOnce.NO);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle first = weir.submit(job, JobArguments.none(), settings("going-on"), new StartFrom.Fresh());
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> first.status().lastCheckpoint().isPresent());
            first.cancel();
            assertThat(first.await(PATIENCE).status()).isEqualTo(JobStatus.CANCELED);

            JobHandle second = weir.submit(job, JobArguments.none(), settings("going-on"), new StartFrom.Latest());
            long before = first.status().lastCheckpoint().orElseThrow().checkpointId();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> second.status().lastCheckpoint().isPresent());
            assertThat(second.status().lastCheckpoint().orElseThrow().checkpointId())
                    .isGreaterThan(before);
        }
    }

    @Test
    void aJobThatCannotStartIsRefusedAtOnce() {
        try (LocalWeir weir = LocalWeir.start()) {
            assertThatThrownBy(() -> weir.submit(
                            (arguments, parallelism) -> new JobGraph("empty", List.of(), List.of()),
                            JobArguments.none(),
                            settings("empty"),
                            new StartFrom.Fresh()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("at least one source");
            CountingJob job = new CountingJob(1, CountingJob.FailsOnce.NO);
            assertThatThrownBy(() -> weir.submit(job, JobArguments.none(), settings("unknown"), new StartFrom.Latest()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("unknown is new there");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a..b", "a.", "a.b", "pekko.actor", "1-"})
    void dotsOfAJobIdHaveNoMeaning(String jobId) throws Exception {
        CountingJob job = new CountingJob(100, CountingJob.FailsOnce.NO);
        try (LocalWeir weir = LocalWeir.start()) {
            assertThat(run(weir, job, jobId).status()).isEqualTo(JobStatus.FINISHED);
        }
    }

    @Test
    void whatAProgramThrowsWhileItDrawsIsToldInOneLine() {
        try (LocalWeir weir = LocalWeir.start()) {
            assertThatThrownBy(() -> weir.submit(
                            (arguments, parallelism) -> {
                                throw new AssertionError("no\ngraph", new IllegalStateException("no idea"));
                            },
                            JobArguments.none(),
                            settings("drawing"),
                            new StartFrom.Fresh()))
                    .isInstanceOf(JobRefusedException.class)
                    .message()
                    .startsWith("a job's program draws its graph without failing: arguments=")
                    .contains("java.lang.AssertionError: no graph, at " + LocalWeirTest.class.getName())
                    .contains("caused by java.lang.IllegalStateException: no idea")
                    .doesNotContain("\n");
        }
    }

    @Test
    void nothingIsLeftRunningAfterTheEngineIsClosed() {
        CountingJob job = new CountingJob(Long.MAX_VALUE / 2, CountingJob.FailsOnce.NO);
        LocalWeir weir = LocalWeir.start();
        JobHandle handle = weir.submit(job, JobArguments.none(), settings("closing"), new StartFrom.Fresh());
        weir.close();
        weir.close();
        assertThat(handle.status().status()).isEqualTo(JobStatus.CANCELED);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().contains("weir-tasks-closing")));
    }
}
