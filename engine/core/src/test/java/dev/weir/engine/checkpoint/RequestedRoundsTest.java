package dev.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.CheckpointRoundsTest.Handles;
import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.snapshot.storage.PublishOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestedRoundsTest {

    private static final long MS = 1_000_000;
    private static final SubtaskId SOURCE = new SubtaskId(0, 0);
    private static final SubtaskId SINK = new SubtaskId(1, 2);
    private static final Set<SubtaskId> ALL = Set.of(SOURCE, SINK);
    private static final Fence FIRST = new Fence(7, 1);
    private static final Fence SECOND = new Fence(7, 2);
    private static final Duration SAVEPOINT_TIMEOUT = Duration.ofMinutes(3);

    private final List<RoundEffect> effects = new ArrayList<>();
    private long nowMillis = 50;
    private long lastRequest;
    private CheckpointRounds rounds = rounds(null, 1);

    private static CheckpointRounds rounds(@Nullable Duration interval, int concurrent) {
        CheckpointSettings settings =
                CheckpointSettings.DEFAULT.withInterval(interval).withMaxConcurrent(concurrent);
        return new CheckpointRounds(settings, SAVEPOINT_TIMEOUT, List.of(), 0);
    }

    private Moment now() {
        return new Moment(nowMillis * MS, 1_000_000 + nowMillis);
    }

    private void take(List<RoundEffect> decided) {
        effects.addAll(decided);
        for (RoundEffect effect : decided) {
            if (effect instanceof RoundEffect.ReserveIds reserve) {
                take(rounds.onIdsReserved(100, reserve.count(), now()));
            }
        }
    }

    private void run(Fence fence) {
        take(rounds.onRunning(fence, ALL, ALL, now()));
    }

    private RoundRequest ask(SnapshotKind kind) {
        RoundRequest request = new RoundRequest(++lastRequest, kind);
        take(rounds.onRequested(request, now()));
        return request;
    }

    private void due() {
        take(rounds.onTimer(new RoundTimer.NextRound(), now()));
    }

    private void publish(Fence fence, long id) {
        ALL.forEach(
                subtask -> take(rounds.onAcknowledged(fence, subtask, id, Handles.any(), SnapshotFigures.NONE, now())));
        take(rounds.onEnumerators(fence, id, Map.of(), now()));
        take(rounds.onPublishOutcome(id, PublishOutcome.PUBLISHED, "", now()));
    }

    private void confirm(Fence fence, long id) {
        ALL.forEach(subtask -> take(rounds.onCommitted(fence, subtask, id, now())));
    }

    private void decline(long id) {
        take(rounds.onDeclined(FIRST, SINK, id, "disk full", now()));
    }

    private <T extends RoundEffect> List<T> seen(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<SnapshotKind> triggered() {
        return seen(RoundEffect.Trigger.class).stream()
                .map(RoundEffect.Trigger::kind)
                .toList();
    }

    private void assertFailed(RoundRequest request, String... reasons) {
        assertThat(seen(RoundEffect.RequestFailed.class)).singleElement().satisfies(failed -> {
            assertThat(failed.request()).isEqualTo(request);
            assertThat(failed.reason()).contains(reasons);
        });
        assertThat(seen(RoundEffect.RequestDone.class)).isEmpty();
    }

    private void assertDone(RoundRequest request, long id) {
        assertThat(seen(RoundEffect.RequestDone.class)).singleElement().satisfies(done -> {
            assertThat(done.request()).isEqualTo(request);
            assertThat(done.record().checkpointId()).isEqualTo(id);
            assertThat(done.record().kind()).isEqualTo(request.kind());
        });
        assertThat(seen(RoundEffect.RequestFailed.class)).isEmpty();
    }

    @Test
    void aCheckpointGoesAtOnceAlsoWithPeriodicOnesOff() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.CHECKPOINT);
        assertThat(triggered()).containsExactly(SnapshotKind.CHECKPOINT);
        publish(FIRST, 100);
        assertDone(request, 100);
    }

    @Test
    void checkpointsThatAreAskedForWhileOneIsOpenShareTheNext() {
        run(FIRST);
        ask(SnapshotKind.CHECKPOINT);
        RoundRequest second = ask(SnapshotKind.CHECKPOINT);
        RoundRequest third = ask(SnapshotKind.CHECKPOINT);
        assertThat(triggered()).hasSize(1);
        publish(FIRST, 100);
        publish(FIRST, 101);
        assertThat(triggered()).hasSize(2);
        assertThat(seen(RoundEffect.RequestDone.class))
                .filteredOn(done -> done.record().checkpointId() == 101)
                .extracting(RoundEffect.RequestDone::request)
                .containsExactly(second, third);
    }

    @Test
    void aCheckpointThatAYoungerOneSubsumesIsAnsweredWithThatOne() {
        rounds = rounds(null, 2);
        run(FIRST);
        RoundRequest first = ask(SnapshotKind.CHECKPOINT);
        ask(SnapshotKind.CHECKPOINT);
        publish(FIRST, 101);
        assertThat(seen(RoundEffect.RequestDone.class))
                .filteredOn(done -> done.request().equals(first))
                .singleElement()
                .satisfies(done -> assertThat(done.record().checkpointId()).isEqualTo(101));
        assertThat(seen(RoundEffect.RequestFailed.class)).isEmpty();
    }

    @Test
    void aRoundThatFailsTellsWhoAskedWhy() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.CHECKPOINT);
        decline(100);
        assertFailed(request, "1/2", "disk full");
    }

    @Test
    void aSavepointIsHandedOutOnlyWhenTheCheckpointAfterItIsConfirmed() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.SAVEPOINT);
        publish(FIRST, 100);
        assertThat(seen(RoundEffect.TellCompleted.class))
                .as("it commits nothing")
                .isEmpty();
        assertThat(rounds.lastCompleted()).as("it is no recovery point").isEmpty();
        assertThat(triggered()).containsExactly(SnapshotKind.SAVEPOINT, SnapshotKind.CHECKPOINT);

        publish(FIRST, 101);
        take(rounds.onCommitted(FIRST, SOURCE, 101, now()));
        take(rounds.onCommitted(FIRST, SINK, 99, now()));
        assertThat(seen(RoundEffect.RequestDone.class)).isEmpty();
        take(rounds.onTimer(new RoundTimer.RepeatNotice(101), now()));
        assertThat(seen(RoundEffect.TellCompleted.class)).hasSize(2);
        take(rounds.onCommitted(FIRST, SINK, 101, now()));
        assertDone(request, 100);
        assertThat(seen(RoundEffect.DiscardSavepoint.class)).isEmpty();
    }

    @Test
    void aSavepointWaitsForOpenRoundsAndHoldsCheckpointsBackMeanwhile() {
        rounds = rounds(Duration.ofSeconds(1), 3);
        run(FIRST);
        nowMillis += 1000;
        due();
        ask(SnapshotKind.SAVEPOINT);
        nowMillis += 1000;
        due();
        assertThat(triggered()).containsExactly(SnapshotKind.CHECKPOINT);
        assertThat(rounds.statistics().savepointUnderWay())
                .hasValueSatisfying(status -> assertThat(status).contains("a savepoint waits for open checkpoints"));
        publish(FIRST, 100);
        nowMillis += 5000;
        due();
        assertThat(triggered()).containsExactly(SnapshotKind.CHECKPOINT, SnapshotKind.SAVEPOINT);
        assertThat(rounds.statistics().savepointUnderWay())
                .hasValueSatisfying(status -> assertThat(status).contains("is being taken: 101"));
    }

    @Test
    void aSavepointIsNeitherKeptInThePlaceOfACheckpointNorPushedOut() {
        run(FIRST);
        ask(SnapshotKind.CHECKPOINT);
        publish(FIRST, 100);
        ask(SnapshotKind.SAVEPOINT);
        publish(FIRST, 101);
        publish(FIRST, 102);
        assertThat(seen(RoundEffect.DeleteCheckpoint.class)).containsExactly(new RoundEffect.DeleteCheckpoint(100));
        ask(SnapshotKind.CHECKPOINT);
        publish(FIRST, 103);
        assertThat(seen(RoundEffect.DeleteCheckpoint.class))
                .containsExactly(new RoundEffect.DeleteCheckpoint(100), new RoundEffect.DeleteCheckpoint(102));
    }

    @Test
    void aSavepointHasATimeoutOfItsOwnAndItsFailureIsNotCounted() {
        run(FIRST);
        for (long id = 100; id < 110; id++) {
            effects.clear();
            RoundRequest request = ask(SnapshotKind.SAVEPOINT);
            assertThat(seen(RoundEffect.StartTimer.class))
                    .contains(new RoundEffect.StartTimer(new RoundTimer.Timeout(id), SAVEPOINT_TIMEOUT.toNanos()));
            take(rounds.onTimer(new RoundTimer.Timeout(id), now()));
            assertFailed(request, "PT3M", "savepoint " + id);
            assertThat(seen(RoundEffect.DeleteUnpublished.class)).hasSize(1);
            assertThat(seen(RoundEffect.FailAttempt.class)).isEmpty();
        }
    }

    @Test
    void aSavepointWhoseCheckpointFailsIsDiscarded() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.SAVEPOINT);
        publish(FIRST, 100);
        decline(101);
        assertFailed(request, "checkpoint 101", "disk full");
        assertThat(seen(RoundEffect.DiscardSavepoint.class)).containsExactly(new RoundEffect.DiscardSavepoint(100));
        assertThat(rounds.statistics().savepointUnderWay()).isEmpty();
    }

    @Test
    void aSavepointThatIsNotConfirmedInTimeIsDiscarded() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.SAVEPOINT);
        publish(FIRST, 100);
        publish(FIRST, 101);
        take(rounds.onTimer(new RoundTimer.SavepointTimeout(100), now()));
        assertFailed(request, "confirmed within PT3M");
        assertThat(seen(RoundEffect.DiscardSavepoint.class)).hasSize(1);
        confirm(FIRST, 101);
        assertThat(seen(RoundEffect.RequestDone.class)).isEmpty();
    }

    @Test
    void aFailureBeforeTheConfirmationDiscardsTheSavepoint() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.SAVEPOINT);
        publish(FIRST, 100);
        publish(FIRST, 101);
        take(rounds.onAttemptEnded("the sink failed", now()));
        assertFailed(request, "the sink failed");
        assertThat(seen(RoundEffect.DiscardSavepoint.class)).containsExactly(new RoundEffect.DiscardSavepoint(100));
    }

    @Test
    void aSavepointThatIsPublishedAfterItsAttemptEndedIsDiscarded() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.SAVEPOINT);
        ALL.forEach(subtask ->
                take(rounds.onAcknowledged(FIRST, subtask, 100, Handles.any(), SnapshotFigures.NONE, now())));
        take(rounds.onEnumerators(FIRST, 100, Map.of(), now()));
        take(rounds.onAttemptEnded("the sink failed", now()));
        assertThat(seen(RoundEffect.RequestFailed.class)).isEmpty();
        take(rounds.onPublishOutcome(100, PublishOutcome.PUBLISHED, "", now()));
        assertFailed(request, "failed before the checkpoint after it");
        assertThat(seen(RoundEffect.DiscardSavepoint.class)).containsExactly(new RoundEffect.DiscardSavepoint(100));
    }

    @ParameterizedTest
    @EnumSource(names = {"STOP", "DRAIN"})
    void aStopIsARecoveryPointCommitsAndEndsTheJob(SnapshotKind kind) {
        rounds = rounds(Duration.ofSeconds(1), 1);
        run(FIRST);
        RoundRequest request = ask(kind);
        publish(FIRST, 100);
        assertThat(rounds.lastCompleted().orElseThrow().checkpointId()).isEqualTo(100);
        assertThat(seen(RoundEffect.TellCompleted.class)).containsExactly(new RoundEffect.TellCompleted(FIRST, 100));
        nowMillis += 5000;
        due();
        assertThat(triggered()).as("nothing is taken after it").containsExactly(kind);
        assertThat(seen(RoundEffect.AllCommitted.class)).isEmpty();
        confirm(FIRST, 100);
        assertDone(request, 100);
        assertThat(seen(RoundEffect.AllCommitted.class)).containsExactly(new RoundEffect.AllCommitted(FIRST, 100));
        assertThat(seen(RoundEffect.DeleteCheckpoint.class)).isEmpty();
    }

    @Test
    void aStopThatFailsLetsTheJobGoOn() {
        rounds = rounds(Duration.ofSeconds(1), 1);
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.STOP);
        decline(100);
        assertFailed(request, "disk full");
        assertThat(seen(RoundEffect.TellAborted.class)).hasSize(1);
        nowMillis += 1000;
        due();
        assertThat(triggered()).containsExactly(SnapshotKind.STOP, SnapshotKind.CHECKPOINT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDrainThatFailsFailsTheAttemptWhetherOrNotAllHaveDrained(boolean allDrained) {
        rounds = rounds(Duration.ofSeconds(1), 1);
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.DRAIN);
        if (allDrained) {
            ALL.forEach(subtask -> take(rounds.onDrained(FIRST, subtask, now())));
        }
        decline(100);
        assertFailed(request, "disk full", "the attempt ends");
        assertThat(seen(RoundEffect.FailAttempt.class)).singleElement().satisfies(failed -> {
            assertThat(failed.fence()).isEqualTo(FIRST);
            assertThat(failed.reason()).contains("savepoint 100", "disk full");
        });
        nowMillis += 1000;
        due();
        ALL.forEach(subtask -> take(rounds.onDrained(FIRST, subtask, now())));
        assertThat(triggered()).as("no last round of what was drained").containsExactly(SnapshotKind.DRAIN);

        take(rounds.onAttemptEnded("a drain failed", now()));
        run(SECOND);
        nowMillis += 1000;
        due();
        assertThat(triggered()).containsExactly(SnapshotKind.DRAIN, SnapshotKind.CHECKPOINT);
        assertThat(seen(RoundEffect.AllCommitted.class)).isEmpty();
    }

    @Test
    void aDrainThatTimesOutFailsTheAttemptAndAStopDoesNot() {
        run(FIRST);
        ask(SnapshotKind.STOP);
        take(rounds.onTimer(new RoundTimer.Timeout(100), now()));
        assertThat(seen(RoundEffect.FailAttempt.class)).isEmpty();
        ask(SnapshotKind.DRAIN);
        take(rounds.onTimer(new RoundTimer.Timeout(101), now()));
        assertThat(seen(RoundEffect.FailAttempt.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason()).contains("savepoint 101", "not complete after"));
        assertThat(seen(RoundEffect.RequestFailed.class)).hasSize(2);
    }

    @Test
    void aStopWhoseAttemptFailsBeforeAllIsCommittedIsConcludedByTheNextOne() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.STOP);
        publish(FIRST, 100);
        take(rounds.onCommitted(FIRST, SOURCE, 100, now()));
        take(rounds.onAttemptEnded("the sink failed", now()));
        effects.clear();

        take(rounds.onConcluding(SECOND, ALL, ALL, 100, now()));
        assertThat(seen(RoundEffect.TellCompleted.class)).containsExactly(new RoundEffect.TellCompleted(SECOND, 100));
        confirm(FIRST, 100);
        assertThat(seen(RoundEffect.RequestDone.class)).isEmpty();
        confirm(SECOND, 100);
        assertDone(request, 100);
        assertThat(seen(RoundEffect.AllCommitted.class)).containsExactly(new RoundEffect.AllCommitted(SECOND, 100));
        assertThat(triggered()).isEmpty();
    }

    @Test
    void theEndOfAJobThatWasToBeStoppedTellsThatItsSavepointStays() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.STOP);
        publish(FIRST, 100);
        take(rounds.onAttemptEnded("the sink failed", now()));
        take(rounds.onJobEnded("the job has ended: status=FAILED", now()));
        assertFailed(request, "status=FAILED", "savepoint 100 is complete and stays");
        assertThat(seen(RoundEffect.DiscardSavepoint.class)).isEmpty();
    }

    @Test
    void whatCanNotBeTakenIsRefusedWithTheReason() {
        assertFailed(ask(SnapshotKind.SAVEPOINT), "rounds are taken while all subtasks run");
        effects.clear();
        run(FIRST);
        ask(SnapshotKind.SAVEPOINT);
        assertFailed(ask(SnapshotKind.STOP), "one savepoint is taken at a time", "is being taken: 100");
        effects.clear();
        publish(FIRST, 100);
        ALL.forEach(subtask -> take(rounds.onDrained(FIRST, subtask, now())));
        publish(FIRST, 101);
        effects.clear();
        assertFailed(ask(SnapshotKind.CHECKPOINT), "the job is finishing");
        effects.clear();
        take(rounds.onSuperseded("epoch 9", now()));
        assertThat(seen(RoundEffect.RequestFailed.class))
                .as("the savepoint under way")
                .hasSize(1);
        effects.clear();
        RoundRequest late = new RoundRequest(99, SnapshotKind.CHECKPOINT);
        take(rounds.onRequested(late, now()));
        assertFailed(late, "another coordinator");
    }

    @Test
    void aRequestForWhichNoIdCanBeReservedFails() {
        effects.addAll(rounds.onRunning(FIRST, ALL, ALL, now()));
        RoundRequest request = new RoundRequest(1, SnapshotKind.SAVEPOINT);
        effects.addAll(rounds.onRequested(request, now()));
        effects.addAll(rounds.onIdsRefused("the storage is read-only", now()));
        assertFailed(request, "read-only");
    }

    @Test
    void theEndOfTheDataWaitsForASavepointAndIsTheCheckpointAfterIt() {
        run(FIRST);
        RoundRequest request = ask(SnapshotKind.SAVEPOINT);
        ALL.forEach(subtask -> take(rounds.onDrained(FIRST, subtask, now())));
        publish(FIRST, 100);
        publish(FIRST, 101);
        confirm(FIRST, 101);
        assertDone(request, 100);
        assertThat(seen(RoundEffect.AllCommitted.class)).containsExactly(new RoundEffect.AllCommitted(FIRST, 101));
        assertThat(triggered()).hasSize(2);
    }

    @Test
    void drainedSubtasksTakePartInRoundsOfTheOthers() {
        run(FIRST);
        take(rounds.onDrained(FIRST, SOURCE, now()));
        RoundRequest request = ask(SnapshotKind.CHECKPOINT);
        publish(FIRST, 100);
        assertDone(request, 100);
        assertThat(seen(RoundEffect.AllCommitted.class)).isEmpty();
    }

    @Test
    void countsAndTheNewestOfEachSortAreKept() {
        run(FIRST);
        ask(SnapshotKind.CHECKPOINT);
        publish(FIRST, 100);
        ask(SnapshotKind.SAVEPOINT);
        publish(FIRST, 101);
        publish(FIRST, 102);
        ask(SnapshotKind.CHECKPOINT);
        decline(103);
        ask(SnapshotKind.CHECKPOINT);
        rounds.onRestored(77, now());

        RoundStatistics figures = rounds.statistics();
        assertThat(figures.counts()).isEqualTo(new RoundStatistics.Counts(1, 5, 1, 3, 1));
        assertThat(figures.latest().completed().orElseThrow().checkpointId()).isEqualTo(102);
        assertThat(figures.latest().savepoint().orElseThrow().checkpointId()).isEqualTo(101);
        assertThat(figures.latest().restored().orElseThrow().checkpointId()).isEqualTo(77);
        assertThat(figures.inProgress())
                .singleElement()
                .satisfies(open -> assertThat(open.checkpointId()).isEqualTo(104));
        RoundRecord failed = figures.latest().failed().orElseThrow();
        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.missing()).containsExactly(SOURCE, SINK);
        assertThat(failed.failureReason()).contains("disk full");
    }
}
