package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.checkpoint.RoundTimer;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.snapshot.storage.PublishOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JobCoordinationTest {

    private static final ExecutionPlan PLAN = TestPlans.threeToTwo();
    private static final SubtaskId SUM = new SubtaskId(1, 1);
    private static final SnapshotFigures TIMES = SnapshotFigures.NONE;

    private final RecordingOutbox outbox = new RecordingOutbox();
    private JobCoordination job = coordination(RestartSettings.DEFAULT, OptionalLong.empty());
    private long millis = 10;

    private JobCoordination coordination(RestartSettings restart, OptionalLong startedFrom) {
        JobSettings settings = JobSettings.defaults("job", 3).withRestart(restart);
        return new JobCoordination(
                new JobCoordination.Job(
                        "job", PLAN, settings, 4, List.of(), new StartPoint(startedFrom, StartPoint.Then.READ_ON)),
                outbox,
                new Random(1));
    }

    private Moment now() {
        return new Moment(millis * 1_000_000, millis);
    }

    private Fence fence() {
        return job.fence();
    }

    private void report(SubtaskReport report) {
        job.onReport(report, now());
    }

    private void everyoneReady() {
        job.onDeployed(fence(), now());
        PLAN.subtasks().forEach(subtask -> report(new SubtaskReport.Ready(fence(), subtask)));
    }

    private void run() {
        job.start(now());
        everyoneReady();
        assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
    }

    private void fail(Throwable cause) {
        report(new SubtaskReport.Failed(fence(), SUM, cause));
    }

    private void everyoneStopped() {
        Fence of = fence();
        PLAN.subtasks().forEach(subtask -> report(new SubtaskReport.Stopped(of, subtask)));
        job.onSourcesStopped(of, now());
    }

    private void trigger(long expected) {
        millis += 10_000;
        job.onTimer(new JobTimer.OfRounds(new RoundTimer.NextRound()), now());
        if (outbox.idsAsked == 1) {
            outbox.idsAsked++;
            job.onIdsReserved(1, 100, now());
        }
        assertThat(outbox.triggered).endsWith(expected);
    }

    private void acknowledgeAll(Fence of, long id) {
        PLAN.subtasks().forEach(subtask -> acknowledge(of, subtask, id));
        job.onEnumerators(of, id, Map.of(), now());
    }

    private void acknowledge(Fence of, SubtaskId subtask, long id) {
        report(new SubtaskReport.Acknowledged(of, subtask, id, TestPlans.handle(), TIMES));
    }

    private void complete(long id) {
        trigger(id);
        acknowledgeAll(fence(), id);
        job.onPublishOutcome(id, PublishOutcome.PUBLISHED, "", now());
    }

    private JobResult result() {
        assertThat(outbox.results).hasSize(1);
        return outbox.results.get(0);
    }

    @Test
    void dataFlowsOnlyWhenAllAreDeployedAndReady() {
        job.start(now());
        assertThat(outbox.deployed)
                .containsExactly(new RecordingOutbox.Deployed(new Fence(4, 1), OptionalLong.empty()));
        PLAN.subtasks().forEach(subtask -> report(new SubtaskReport.Ready(fence(), subtask)));
        assertThat(outbox.told).isEmpty();
        job.onDeployed(fence(), now());
        assertThat(outbox.told(SubtaskOrder.Go.class)).hasSize(5);
    }

    @Test
    void aFailedAttemptIsStoppedThenRestartedFromTheNewestCompletedCheckpoint() {
        run();
        complete(1);
        fail(new IllegalStateException("boom"));
        assertThat(job.status()).isEqualTo(JobStatus.FAILING);
        assertThat(outbox.told(SubtaskOrder.Stop.class)).hasSize(5);
        assertThat(outbox.deployed).hasSize(1);

        everyoneStopped();

        assertThat(outbox.deployed).endsWith(new RecordingOutbox.Deployed(new Fence(4, 2), OptionalLong.of(1)));
    }

    @Test
    void beforeTheFirstCheckpointARestartUsesWhatTheRunWasStartedFrom() {
        job = coordination(RestartSettings.DEFAULT, OptionalLong.of(77));
        run();
        fail(new IllegalStateException());
        everyoneStopped();
        assertThat(outbox.deployed)
                .extracting(RecordingOutbox.Deployed::restoreFrom)
                .containsExactly(OptionalLong.of(77), OptionalLong.of(77));
    }

    @Test
    void aFailureWhileStartingIsAFailure() {
        job.start(now());
        fail(new IllegalStateException("open"));
        assertThat(outbox.told(SubtaskOrder.Stop.class)).isEmpty();
        job.onDeployed(fence(), now());
        assertThat(outbox.told(SubtaskOrder.Stop.class)).hasSize(5);
        everyoneStopped();
        assertThat(fence().attempt()).isEqualTo(2);
    }

    @Test
    void theFirstFailureIsTheCauseAndLaterOnesAreSuppressed() {
        job = coordination(new RestartSettings.None(), OptionalLong.empty());
        run();
        Throwable root = new IllegalStateException("root");
        Throwable close = new NullPointerException("close");
        fail(root);
        fail(close);
        fail(root);
        everyoneStopped();

        assertThat(result().status()).isEqualTo(JobStatus.FAILED);
        assertThat(result().failure()).hasValueSatisfying(failure -> {
            assertThat(failure).hasMessageContaining("root").hasCause(root);
            assertThat(failure.getSuppressed()).containsExactly(close);
        });
    }

    @Test
    void anAcknowledgementOfTheAttemptBeforeArrivesAfterTheRestart() {
        run();
        complete(1);
        trigger(2);
        Fence old = fence();
        acknowledge(old, SUM, 2);
        fail(new IllegalStateException());
        everyoneStopped();
        int deletedBefore = outbox.deleted.size();

        acknowledgeAll(old, 2);
        everyoneReady();
        acknowledgeAll(old, 2);

        assertThat(outbox.publishing).containsExactly(1L);
        assertThat(outbox.deleted.size()).isGreaterThan(deletedBefore);
        assertThat(outbox.deleted).contains(2L).doesNotContain(1L);
        trigger(3);
    }

    @Test
    void aRestartWaitsUntilAPublicationIsSettled() {
        run();
        trigger(1);
        acknowledgeAll(fence(), 1);
        fail(new IllegalStateException());
        everyoneStopped();
        job.onPublishOutcome(1, PublishOutcome.UNKNOWN, "", now());
        assertThat(outbox.deployed).hasSize(1);
        assertThat(outbox.deleted).isEmpty();

        job.onPublishOutcome(1, PublishOutcome.PUBLISHED, "", now());
        assertThat(outbox.deployed).endsWith(new RecordingOutbox.Deployed(new Fence(4, 2), OptionalLong.of(1)));
    }

    @Test
    void aRefusedRestoreFailsTheJobWithoutRestarts() {
        job.start(now());
        job.onDeployFailed(fence(), new JobRefusedException("chk-3/manifest.json is damaged"), now());
        assertThat(result().failure())
                .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("chk-3/manifest.json"));
        assertThat(outbox.deployed).hasSize(1);
    }

    @Test
    void userCodeThatIgnoresTheStopIsGivenUp() {
        run();
        job.cancel(now());
        report(new SubtaskReport.Stopped(fence(), SUM));
        job.onTimer(new JobTimer.StopTimeout(fence()), now());

        assertThat(outbox.abandoned).containsExactly(fence());
        assertThat(result().status()).isEqualTo(JobStatus.FAILED);
        assertThat(result().failure())
                .hasValueSatisfying(failure -> assertThat(failure)
                        .hasMessageContaining("weir.task.cancel-timeout=" + Duration.ofSeconds(30))
                        .hasMessageContaining("[0/0, 0/1, 0/2, 1/0]"));
        everyoneStopped();
        assertThat(outbox.results).hasSize(1);
    }

    @Test
    void aCancelEndsTheJobFromAnyStateOnce() {
        run();
        fail(new IllegalStateException());
        job.cancel(now());
        assertThat(job.status()).isEqualTo(JobStatus.CANCELING);
        job.cancel(now());
        everyoneStopped();
        assertThat(result().status()).isEqualTo(JobStatus.CANCELED);
        assertThat(result().failure()).isEmpty();
        job.cancel(now());
        assertThat(outbox.results).hasSize(1);
    }

    @Test
    void aCancelDuringTheRestartDelayEndsAtOnce() {
        job = coordination(new RestartSettings.FixedDelay(3, Duration.ofSeconds(1)), OptionalLong.empty());
        run();
        fail(new IllegalStateException());
        everyoneStopped();
        assertThat(job.status()).isEqualTo(JobStatus.RESTARTING);
        Fence before = fence();
        job.cancel(now());
        assertThat(result().status()).isEqualTo(JobStatus.CANCELED);
        job.onTimer(new JobTimer.Restart(before), now());
        assertThat(outbox.deployed).hasSize(1);
    }

    @Test
    void theJobFinishesAfterTheLastRoundAndEveryConfirmation() {
        run();
        PLAN.subtasks().forEach(subtask -> report(new SubtaskReport.Drained(fence(), subtask)));
        job.onIdsReserved(1, 100, now());
        acknowledgeAll(fence(), 1);
        job.onPublishOutcome(1, PublishOutcome.PUBLISHED, "", now());
        assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
        PLAN.subtasks().forEach(subtask -> report(new SubtaskReport.Committed(fence(), subtask, 1)));
        assertThat(job.status()).isEqualTo(JobStatus.FINISHING);
        everyoneStopped();
        assertThat(result().status()).isEqualTo(JobStatus.FINISHED);
        assertThat(outbox.states)
                .containsExactly(JobStatus.SCHEDULED, JobStatus.RUNNING, JobStatus.FINISHING, JobStatus.FINISHED);
    }

    @Test
    void aSupersededCoordinatorStopsItsSubtasksAndDeletesNothing() {
        run();
        trigger(1);
        acknowledgeAll(fence(), 1);
        job.onPublishOutcome(1, PublishOutcome.SUPERSEDED, "epoch 5", now());
        assertThat(outbox.told(SubtaskOrder.Stop.class)).hasSize(5);
        everyoneStopped();
        assertThat(result().status()).isEqualTo(JobStatus.SUSPENDED);
        assertThat(outbox.deleted).isEmpty();
    }

    @Test
    void tooManyFailedRoundsFailTheAttempt() {
        run();
        for (long id = 1; id <= 4; id++) {
            trigger(id);
            report(new SubtaskReport.Declined(fence(), SUM, id, new IllegalStateException("disk full")));
        }
        assertThat(job.status()).isEqualTo(JobStatus.FAILING);
        assertThat(job.failure())
                .hasValueSatisfying(failure -> assertThat(failure)
                        .hasMessageContaining("tolerable-failures=3")
                        .hasMessageContaining("disk full"));
    }
}
