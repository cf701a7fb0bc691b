package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.checkpoint.RoundTimer;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.CheckpointSettings.Retention;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.snapshot.storage.PublishOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What people ask of a job, over the states of its life. */
class JobRequestsTest {

    private static final ExecutionPlan PLAN = TestPlans.threeToTwo();
    private static final SubtaskId SUM = new SubtaskId(1, 1);

    /** Keeps the answers too. */
    private static final class Desk extends RecordingOutbox {
        final List<RoundRecord> done = new ArrayList<>();
        final List<String> failed = new ArrayList<>();
        final List<Long> discarded = new ArrayList<>();
        int dropped;

        @Override
        public void requestDone(RoundRequest request, RoundRecord record) {
            done.add(record);
        }

        @Override
        public void requestFailed(RoundRequest request, String reason) {
            failed.add(reason);
        }

        @Override
        public void discardSavepoint(long checkpointId) {
            discarded.add(checkpointId);
        }

        @Override
        public void deleteRetained() {
            assertThat(results).as("before the end").isEmpty();
            dropped++;
        }
    }

    private final Desk outbox = new Desk();
    private JobCoordination job = coordination(CheckpointSettings.DEFAULT.withInterval(null));
    private long millis = 10;
    private long lastRequest;

    private JobCoordination coordination(CheckpointSettings checkpoint) {
        return coordination(checkpoint, StartPoint.BEGINNING);
    }

    private JobCoordination coordination(CheckpointSettings checkpoint, StartPoint start) {
        JobSettings settings = JobSettings.defaults("job", 3)
                .withRestart(new RestartSettings.FixedDelay(8, Duration.ofSeconds(1)))
                .withCheckpoint(checkpoint);
        return new JobCoordination(
                new JobCoordination.Job("job", PLAN, settings, 4, List.of(), start), outbox, new Random(1));
    }

    private Moment now() {
        return new Moment(millis * 1_000_000, millis);
    }

    private Fence fence() {
        return job.fence();
    }

    private void everyoneReady() {
        job.onDeployed(fence(), now());
        PLAN.subtasks().forEach(subtask -> job.onReport(new SubtaskReport.Ready(fence(), subtask), now()));
    }

    private void run() {
        job.start(now());
        everyoneReady();
    }

    private void ask(SnapshotKind kind) {
        job.request(new RoundRequest(++lastRequest, kind), now());
        if (outbox.idsAsked == 1) {
            outbox.idsAsked++;
            job.onIdsReserved(1, 100, now());
        }
    }

    private void publish(long id) {
        for (SubtaskId subtask : PLAN.subtasks()) {
            job.onReport(
                    new SubtaskReport.Acknowledged(fence(), subtask, id, TestPlans.handle(), SnapshotFigures.NONE),
                    now());
        }
        job.onEnumerators(fence(), id, Map.of(), now());
        job.onPublishOutcome(id, PublishOutcome.PUBLISHED, "", now());
    }

    private void confirm(long id) {
        PLAN.subtasks().forEach(subtask -> job.onReport(new SubtaskReport.Committed(fence(), subtask, id), now()));
    }

    private void fail() {
        job.onReport(new SubtaskReport.Failed(fence(), SUM, new IllegalStateException("boom")), now());
    }

    private void everyoneStopped() {
        Fence of = fence();
        PLAN.subtasks().forEach(subtask -> job.onReport(new SubtaskReport.Stopped(of, subtask), now()));
        job.onSourcesStopped(of, now());
    }

    private void restart() {
        everyoneStopped();
        job.onTimer(new JobTimer.Restart(fence()), now());
    }

    private OptionalLong restoredLast() {
        return outbox.deployed.get(outbox.deployed.size() - 1).restoreFrom();
    }

    @Test
    void nothingCanBeTakenOfAJobThatDoesNotRun() {
        ask(SnapshotKind.CHECKPOINT);
        job.start(now());
        ask(SnapshotKind.SAVEPOINT);
        everyoneReady();
        fail();
        ask(SnapshotKind.STOP);
        everyoneStopped();
        ask(SnapshotKind.DRAIN);
        assertThat(outbox.failed)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("status=CREATED"),
                        reason -> assertThat(reason).contains("status=SCHEDULED"),
                        reason -> assertThat(reason).contains("status=FAILING"),
                        reason -> assertThat(reason).contains("status=RESTARTING"));
        assertThat(outbox.triggered).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"STOP", "DRAIN"})
    void aStopEndsTheJobOnceItsSavepointIsCommitted(SnapshotKind kind) {
        run();
        ask(kind);
        publish(1);
        assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(outbox.done).isEmpty();
        confirm(1);
        assertThat(outbox.done).extracting(RoundRecord::checkpointId).containsExactly(1L);
        everyoneStopped();
        assertThat(outbox.results).extracting(JobResult::status).containsExactly(JobStatus.FINISHED);
    }

    @Test
    void aFailureAfterTheSavepointOfAStopRestoresItAndOnlyCommits() {
        run();
        ask(SnapshotKind.STOP);
        publish(1);
        fail();
        restart();
        assertThat(restoredLast()).hasValue(1);
        int wentBefore = outbox.told(SubtaskOrder.Go.class).size();

        everyoneReady();

        assertThat(outbox.told(SubtaskOrder.Go.class)).as("no data flows").hasSize(wentBefore);
        assertThat(outbox.told(SubtaskOrder.Completed.class))
                .filteredOn(completed -> completed.fence().equals(fence()))
                .hasSize(5);
        ask(SnapshotKind.CHECKPOINT);
        assertThat(outbox.failed)
                .singleElement()
                .satisfies(reason -> assertThat(reason).contains("the job is finishing"));
        confirm(1);
        everyoneStopped();
        assertThat(outbox.done).extracting(RoundRecord::checkpointId).containsExactly(1L);
        assertThat(outbox.results).extracting(JobResult::status).containsExactly(JobStatus.FINISHED);
        assertThat(outbox.triggered).containsExactly(1L);
    }

    @Test
    void aRunThatStartsFromItsOwnDrainOnlyCommitsAlsoAfterAFailure() {
        StartPoint drained = new StartPoint(OptionalLong.of(7), StartPoint.Then.CONCLUDE);
        job = coordination(CheckpointSettings.DEFAULT.withInterval(null), drained);
        run();
        fail();
        restart();
        assertThat(restoredLast()).hasValue(7);
        everyoneReady();
        assertThat(outbox.told(SubtaskOrder.Go.class)).as("no data flows").isEmpty();
        confirm(7);
        everyoneStopped();
        assertThat(outbox.triggered).isEmpty();
        assertThat(outbox.results).extracting(JobResult::status).containsExactly(JobStatus.FINISHED);
    }

    @Test
    void aDrainThatFailsRestoresWhatWasThereBeforeIt() {
        run();
        ask(SnapshotKind.CHECKPOINT);
        publish(1);
        ask(SnapshotKind.DRAIN);
        job.onReport(new SubtaskReport.Declined(fence(), SUM, 2, new IllegalStateException("disk full")), now());
        restart();
        assertThat(restoredLast()).hasValue(1);
        assertThat(outbox.failed)
                .singleElement()
                .satisfies(reason -> assertThat(reason).contains("disk full"));
        everyoneReady();
        assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(outbox.triggered).containsExactly(1L, 2L);
    }

    @Test
    void theSavepointOfAStopThatIsPublishedAfterAFailureEndsTheJobAsWell() {
        run();
        ask(SnapshotKind.STOP);
        for (SubtaskId subtask : PLAN.subtasks()) {
            job.onReport(
                    new SubtaskReport.Acknowledged(fence(), subtask, 1, TestPlans.handle(), SnapshotFigures.NONE),
                    now());
        }
        job.onEnumerators(fence(), 1, Map.of(), now());
        fail();
        everyoneStopped();
        assertThat(outbox.deployed).as("until its outcome is known").hasSize(1);
        job.onPublishOutcome(1, PublishOutcome.PUBLISHED, "", now());
        job.onTimer(new JobTimer.Restart(fence()), now());
        everyoneReady();
        confirm(1);
        everyoneStopped();
        assertThat(outbox.failed).isEmpty();
        assertThat(outbox.results).extracting(JobResult::status).containsExactly(JobStatus.FINISHED);
    }

    @Test
    void aFailureRestoresNoSavepointOfAJobThatGoesOn() {
        run();
        ask(SnapshotKind.CHECKPOINT);
        publish(1);
        ask(SnapshotKind.SAVEPOINT);
        publish(2);
        fail();
        restart();
        assertThat(restoredLast()).hasValue(1);
        assertThat(outbox.discarded).containsExactly(2L);
        assertThat(outbox.failed).hasSize(1);
        assertThat(outbox.deleted).doesNotContain(1L);
    }

    @Test
    void aCancelFailsWhatWasAskedFor() {
        run();
        ask(SnapshotKind.CHECKPOINT);
        ask(SnapshotKind.SAVEPOINT);
        job.cancel(now());
        everyoneStopped();
        assertThat(outbox.failed)
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains("the job was canceled"));
        assertThat(outbox.dropped).isZero();
    }

    @Test
    void onlyACancelDropsTheCheckpointsAndOnlyWhereThatIsSet() {
        Retention deleting = new Retention(1, OnCancel.DELETE, Damaged.FAIL);
        job = coordination(CheckpointSettings.DEFAULT.withRetention(deleting));
        run();
        job.cancel(now());
        everyoneStopped();
        assertThat(outbox.dropped).isEqualTo(1);
    }

    @Test
    void aFailedJobKeepsItsCheckpoints() {
        Retention deleting = new Retention(1, OnCancel.DELETE, Damaged.FAIL);
        job = coordination(CheckpointSettings.DEFAULT.withRetention(deleting));
        run();
        for (int failures = 0; failures < 9; failures++) {
            fail();
            restart();
            if (outbox.results.isEmpty()) {
                everyoneReady();
            }
        }
        assertThat(outbox.results).extracting(JobResult::status).containsExactly(JobStatus.FAILED);
        assertThat(outbox.dropped).isZero();
    }

    @Test
    void afterAFallBackTheOlderCheckpointIsRestoredUntilANewerOneCompletes() {
        run();
        for (long id = 1; id <= 2; id++) {
            ask(SnapshotKind.CHECKPOINT);
            publish(id);
        }
        fail();
        restart();
        assertThat(restoredLast()).hasValue(2);
        job.onDeployed(fence(), now());
        job.onFallBack(fence(), 1, new IllegalStateException("chk-2 is damaged"), now());
        job.onFallBack(new Fence(4, 1), 0, new IllegalStateException("late"), now());
        restart();
        assertThat(restoredLast()).hasValue(1);
        everyoneReady();
        fail();
        restart();
        assertThat(restoredLast()).as("still the older one").hasValue(1);
        everyoneReady();
        ask(SnapshotKind.CHECKPOINT);
        publish(3);
        fail();
        restart();
        assertThat(restoredLast()).hasValue(3);
    }

    static Stream<CheckpointSettings> everyMode() {
        CheckpointSettings periodic = CheckpointSettings.DEFAULT.withInterval(Duration.ofSeconds(10));
        return Stream.of(
                periodic,
                periodic.withMaxConcurrent(3),
                periodic.withCut(Cut.AT_LEAST_ONCE),
                periodic.withCut(Cut.UNALIGNED),
                periodic.withCut(Cut.alignedFor(Duration.ofSeconds(1))));
    }

    @ParameterizedTest
    @MethodSource("everyMode")
    void roundsGoOnWhileOnlySomeSubtasksHaveDrainedAndEndWithALastOne(CheckpointSettings settings) {
        job = coordination(settings);
        run();
        List<SubtaskId> all = PLAN.subtasks();
        all.subList(0, 4).forEach(subtask -> job.onReport(new SubtaskReport.Drained(fence(), subtask), now()));
        millis += 10_000;
        job.onTimer(new JobTimer.OfRounds(new RoundTimer.NextRound()), now());
        job.onIdsReserved(1, 100, now());
        publish(1);
        assertThat(job.lastCompleted().orElseThrow().checkpointId()).isEqualTo(1);
        confirm(1);
        assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
        job.onReport(new SubtaskReport.Drained(fence(), all.get(4)), now());
        assertThat(outbox.triggered).containsExactly(1L, 2L);
        publish(2);
        confirm(2);
        everyoneStopped();
        assertThat(outbox.results).extracting(JobResult::status).containsExactly(JobStatus.FINISHED);
    }
}
