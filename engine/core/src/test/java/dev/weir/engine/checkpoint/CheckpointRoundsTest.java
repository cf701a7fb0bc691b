package dev.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.PublishOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckpointRoundsTest {

    private static final long MS = 1_000_000;
    private static final SubtaskId SOURCE = new SubtaskId(0, 0);
    private static final SubtaskId SINK = new SubtaskId(1, 2);
    private static final Set<SubtaskId> ALL = Set.of(SOURCE, SINK);
    private static final Fence FIRST = new Fence(7, 1);
    private static final Fence SECOND = new Fence(7, 2);

    private final List<RoundEffect> effects = new ArrayList<>();
    private long nowMillis = 50;
    private CheckpointRounds rounds = rounds(Duration.ofSeconds(1), Duration.ZERO, 1, 1);

    private static CheckpointRounds rounds(
            @Nullable Duration interval, Duration minPause, int concurrent, int retained) {
        CheckpointSettings settings = CheckpointSettings.DEFAULT
                .withInterval(interval)
                .withTimeout(Duration.ofSeconds(60))
                .withMinPause(minPause)
                .withMaxConcurrent(concurrent)
                .withRetained(retained);
        return new CheckpointRounds(settings, Duration.ofSeconds(30), List.of(), 0);
    }

    private Moment now() {
        return new Moment(nowMillis * MS, 1_000_000 + nowMillis);
    }

    /** Plays effects back where the answer is a matter of course, and keeps them. */
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

    private void due() {
        take(rounds.onTimer(new RoundTimer.NextRound(), now()));
    }

    private void acknowledge(Fence fence, SubtaskId subtask, long id) {
        acknowledge(fence, subtask, id, SnapshotFigures.NONE);
    }

    private void acknowledge(Fence fence, SubtaskId subtask, long id, SnapshotFigures times) {
        take(rounds.onAcknowledged(fence, subtask, id, Handles.any(), times, now()));
    }

    private void answerAll(Fence fence, long id) {
        acknowledge(fence, SOURCE, id);
        acknowledge(fence, SINK, id);
        take(rounds.onEnumerators(fence, id, Map.of("numbers", new byte[] {1}), now()));
    }

    private void published(long id, PublishOutcome outcome) {
        take(rounds.onPublishOutcome(id, outcome, "slot 4", now()));
    }

    private <T extends RoundEffect> List<T> seen(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<Long> triggered() {
        return seen(RoundEffect.Trigger.class).stream()
                .map(RoundEffect.Trigger::checkpointId)
                .toList();
    }

    private void triggerFirst() {
        run(FIRST);
        nowMillis += 1000;
        due();
        assertThat(triggered()).containsExactly(100L);
    }

    @Test
    void completesOnlyWhenAllHaveAnsweredAndTheManifestIsDurable() {
        triggerFirst();
        acknowledge(FIRST, SOURCE, 100);
        acknowledge(FIRST, SOURCE, 100);
        acknowledge(FIRST, SINK, 100);
        assertThat(seen(RoundEffect.Publish.class)).isEmpty();

        take(rounds.onEnumerators(FIRST, 100, Map.of(), now()));
        assertThat(seen(RoundEffect.Publish.class)).singleElement().satisfies(publish -> {
            assertThat(publish.content().subtasks().keySet()).containsExactly(SOURCE, SINK);
            assertThat(publish.retained()).containsExactly(100L);
        });
        assertThat(seen(RoundEffect.TellCompleted.class)).isEmpty();

        published(100, PublishOutcome.PUBLISHED);
        assertThat(seen(RoundEffect.TellCompleted.class)).containsExactly(new RoundEffect.TellCompleted(FIRST, 100));
        assertThat(rounds.lastCompleted()).isPresent();
    }

    @Test
    void aRoundTellsTheLongestTimeOfEachPartOfASnapshot() {
        triggerFirst();
        acknowledge(FIRST, SOURCE, 100, SnapshotFigures.ofTimes(0, 70, 300));
        acknowledge(FIRST, SINK, 100, SnapshotFigures.ofTimes(5, 20, 400));
        take(rounds.onEnumerators(FIRST, 100, Map.of(), now()));
        published(100, PublishOutcome.PUBLISHED);

        assertThat(rounds.lastCompleted().orElseThrow().longest()).isEqualTo(SnapshotFigures.ofTimes(5, 70, 400));
    }

    @Test
    void theNextRoundStartsAfterTheIntervalAndTheMinimumPause() {
        rounds = rounds(Duration.ofMillis(1000), Duration.ofMillis(500), 1, 1);
        triggerFirst();
        long firstMillis = nowMillis;
        nowMillis += 800;
        answerAll(FIRST, 100);
        published(100, PublishOutcome.PUBLISHED);

        assertThat(seen(RoundEffect.StartTimer.class))
                .contains(new RoundEffect.StartTimer(new RoundTimer.NextRound(), 500 * MS));
        nowMillis = firstMillis + 1299;
        due();
        assertThat(triggered()).hasSize(1);
        nowMillis = firstMillis + 1300;
        due();
        assertThat(triggered()).containsExactly(100L, 101L);
    }

    @Test
    void aRoundThatOutlastsTheIntervalIsFollowedAtOnce() {
        triggerFirst();
        nowMillis += 5000;
        due();
        assertThat(triggered()).hasSize(1);
        answerAll(FIRST, 100);
        published(100, PublishOutcome.PUBLISHED);
        assertThat(triggered()).containsExactly(100L, 101L);
    }

    @Test
    void anAcknowledgementOfTheAttemptBeforeChangesNothingAndItsFilesGo() {
        triggerFirst();
        answerAll(FIRST, 100);
        published(100, PublishOutcome.PUBLISHED);
        nowMillis += 1000;
        due();
        acknowledge(FIRST, SOURCE, 101);
        take(rounds.onAttemptEnded("the source failed", now()));
        run(SECOND);
        effects.clear();

        acknowledge(FIRST, SINK, 101);
        take(rounds.onEnumerators(FIRST, 101, Map.of(), now()));

        assertThat(effects).containsExactly(new RoundEffect.DeleteUnpublished(101));
        assertThat(rounds.lastCompleted().orElseThrow().checkpointId()).isEqualTo(100);
        nowMillis += 1000;
        due();
        assertThat(triggered()).containsExactly(102L);
    }

    @Test
    void anAcknowledgementOfTheOldAttemptForARoundOfTheNewOneDoesNotCount() {
        triggerFirst();
        take(rounds.onAttemptEnded("failed", now()));
        run(SECOND);
        nowMillis += 1000;
        due();
        answerAll(FIRST, 101);
        assertThat(seen(RoundEffect.Publish.class)).isEmpty();
        answerAll(SECOND, 101);
        assertThat(seen(RoundEffect.Publish.class)).hasSize(1);
    }

    @Test
    void aDeclinedRoundIsGivenUpItsFilesGoAndAllAreTold() {
        triggerFirst();
        acknowledge(FIRST, SOURCE, 100);
        take(rounds.onDeclined(FIRST, SINK, 100, "disk full", now()));

        assertThat(seen(RoundEffect.TellAborted.class))
                .singleElement()
                .satisfies(aborted -> assertThat(aborted.reason()).contains("1/2", "disk full"));
        assertThat(seen(RoundEffect.DeleteUnpublished.class)).containsExactly(new RoundEffect.DeleteUnpublished(100));
        acknowledge(FIRST, SINK, 100);
        assertThat(seen(RoundEffect.Publish.class)).isEmpty();
        assertThat(seen(RoundEffect.DeleteUnpublished.class)).hasSize(2);
    }

    @Test
    void whoDeclinesARoundThatWasGivenUpIsToldSoAgain() {
        triggerFirst();
        take(rounds.onTimer(new RoundTimer.Timeout(100), now()));
        effects.clear();

        take(rounds.onDeclined(FIRST, SOURCE, 100, "word of it was lost", now()));
        take(rounds.onDeclined(SECOND, SOURCE, 100, "of no attempt that runs", now()));
        take(rounds.onDeclined(FIRST, SOURCE, 99, "of no round", now()));

        assertThat(effects)
                .singleElement()
                .isEqualTo(new RoundEffect.TellAborted(FIRST, 100, "it was given up before"));
        assertThat(rounds.history()).as("it failed once").hasSize(1);
    }

    @Test
    void whoDeclinesAPublishedRoundChangesNothing() {
        triggerFirst();
        answerAll(FIRST, 100);
        published(100, PublishOutcome.PUBLISHED);
        effects.clear();

        take(rounds.onDeclined(FIRST, SOURCE, 100, "word of it was lost", now()));

        assertThat(effects).isEmpty();
    }

    @Test
    void aTimeoutNamesWhoWasSilent() {
        triggerFirst();
        acknowledge(FIRST, SOURCE, 100);
        take(rounds.onTimer(new RoundTimer.Timeout(100), now()));

        assertThat(rounds.history()).singleElement().satisfies(record -> {
            assertThat(record.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(record.failureReason()).contains("subtasks [1/2]", "PT1M");
        });
        take(rounds.onTimer(new RoundTimer.Timeout(100), now()));
        assertThat(rounds.history()).hasSize(1);
    }

    @Test
    void oneFailureMoreThanToleratedFailsTheAttempt() {
        run(FIRST);
        for (long id = 100; id <= 103; id++) {
            assertThat(seen(RoundEffect.FailAttempt.class)).isEmpty();
            nowMillis += 1000;
            due();
            take(rounds.onDeclined(FIRST, SINK, id, "no space", now()));
        }
        assertThat(seen(RoundEffect.FailAttempt.class))
                .singleElement()
                .satisfies(failure ->
                        assertThat(failure.reason()).contains("tolerable-failures=3", "failed in a row=4", "no space"));
        nowMillis += 5000;
        due();
        assertThat(triggered()).hasSize(4);
    }

    @Test
    void aCompletedRoundStartsTheCountOfFailuresAnew() {
        run(FIRST);
        for (long id = 100; id < 110; id++) {
            nowMillis += 1000;
            due();
            if (id % 4 == 3) {
                answerAll(FIRST, id);
                published(id, PublishOutcome.PUBLISHED);
            } else {
                take(rounds.onDeclined(FIRST, SINK, id, "no space", now()));
            }
        }
        assertThat(seen(RoundEffect.FailAttempt.class)).isEmpty();
    }

    @Test
    void nothingIsDeletedOrToldWhileAPublicationIsInDoubt() {
        triggerFirst();
        answerAll(FIRST, 100);
        effects.clear();
        published(100, PublishOutcome.UNKNOWN);
        take(rounds.onTimer(new RoundTimer.Timeout(100), now()));
        take(rounds.onDeclined(FIRST, SINK, 100, "late", now()));
        take(rounds.onAttemptEnded("failed meanwhile", now()));

        assertThat(rounds.isSettled()).isFalse();
        assertThat(effects)
                .hasOnlyElementsOfTypes(RoundEffect.ReadBack.class, RoundEffect.StartTimer.class)
                .hasSize(2);

        published(100, PublishOutcome.PUBLISHED);
        assertThat(rounds.isSettled()).isTrue();
        assertThat(rounds.lastCompleted().orElseThrow().checkpointId()).isEqualTo(100);
        assertThat(seen(RoundEffect.DeleteUnpublished.class)).isEmpty();
    }

    @Test
    void aPublicationThatStaysInDoubtMakesTheCoordinatorStepDown() {
        triggerFirst();
        answerAll(FIRST, 100);
        published(100, PublishOutcome.UNKNOWN);
        for (int i = 0; i < CheckpointRounds.READ_BACKS; i++) {
            assertThat(seen(RoundEffect.StepDown.class)).isEmpty();
            take(rounds.onTimer(new RoundTimer.AskAgain(100), now()));
        }
        assertThat(seen(RoundEffect.StepDown.class)).hasSize(1);
        assertThat(seen(RoundEffect.DeleteUnpublished.class)).isEmpty();
    }

    @Test
    void aPublicationWithoutAnAnswerIsInDoubtAfterTheTimeout() {
        triggerFirst();
        answerAll(FIRST, 100);
        take(rounds.onTimer(new RoundTimer.Timeout(100), now()));
        assertThat(seen(RoundEffect.ReadBack.class)).containsExactly(new RoundEffect.ReadBack(100));
        published(100, PublishOutcome.PUBLISHED);
        assertThat(seen(RoundEffect.TellCompleted.class)).hasSize(1);
    }

    @Test
    void aSupersededCoordinatorStepsDownAndAsksForNothingMore() {
        triggerFirst();
        answerAll(FIRST, 100);
        published(100, PublishOutcome.SUPERSEDED);
        assertThat(seen(RoundEffect.StepDown.class)).hasSize(1);
        effects.clear();

        published(100, PublishOutcome.PUBLISHED);
        run(SECOND);
        nowMillis += 9000;
        due();
        answerAll(SECOND, 101);
        take(rounds.onAttemptEnded("over", now()));
        assertThat(effects).isEmpty();
    }

    @Test
    void onlyAsManyCheckpointsAsSetAreRetained() {
        rounds = rounds(Duration.ofSeconds(1), Duration.ZERO, 1, 2);
        run(FIRST);
        for (long id = 100; id < 104; id++) {
            nowMillis += 1000;
            due();
            answerAll(FIRST, id);
            published(id, PublishOutcome.PUBLISHED);
        }
        assertThat(seen(RoundEffect.Publish.class))
                .extracting(RoundEffect.Publish::retained)
                .containsExactly(List.of(100L), List.of(100L, 101L), List.of(101L, 102L), List.of(102L, 103L));
        assertThat(seen(RoundEffect.DeleteCheckpoint.class))
                .extracting(RoundEffect.DeleteCheckpoint::checkpointId)
                .containsExactly(100L, 101L);
    }

    @Test
    void aYoungerRoundThatCompletesFirstSubsumesTheOlder() {
        rounds = rounds(Duration.ofSeconds(1), Duration.ZERO, 2, 1);
        triggerFirst();
        nowMillis += 1000;
        due();
        assertThat(triggered()).containsExactly(100L, 101L);
        answerAll(FIRST, 101);
        published(101, PublishOutcome.PUBLISHED);

        assertThat(rounds.history())
                .extracting(RoundRecord::outcome)
                .containsExactly(Outcome.COMPLETED, Outcome.SUBSUMED);
        assertThat(seen(RoundEffect.DeleteUnpublished.class)).contains(new RoundEffect.DeleteUnpublished(100));
        answerAll(FIRST, 100);
        assertThat(seen(RoundEffect.Publish.class)).hasSize(1);
    }

    @Test
    void theEndOfTheDataLeadsToOneLastRoundAlsoWithoutAnInterval() {
        rounds = rounds(null, Duration.ZERO, 1, 1);
        run(FIRST);
        due();
        take(rounds.onDrained(FIRST, SOURCE, now()));
        assertThat(triggered()).isEmpty();
        take(rounds.onDrained(FIRST, SINK, now()));
        assertThat(triggered()).containsExactly(100L);

        answerAll(FIRST, 100);
        take(rounds.onCommitted(FIRST, SOURCE, 99, now()));
        published(100, PublishOutcome.PUBLISHED);
        take(rounds.onCommitted(FIRST, SOURCE, 100, now()));
        assertThat(seen(RoundEffect.AllCommitted.class)).isEmpty();

        take(rounds.onTimer(new RoundTimer.RepeatNotice(100), now()));
        assertThat(seen(RoundEffect.TellCompleted.class)).hasSize(2);
        take(rounds.onCommitted(FIRST, SINK, 100, now()));
        take(rounds.onCommitted(FIRST, SINK, 100, now()));
        assertThat(seen(RoundEffect.AllCommitted.class)).containsExactly(new RoundEffect.AllCommitted(FIRST, 100));
        assertThat(triggered()).hasSize(1);
    }

    @Test
    void aRoundTriggeredBeforeTheDataEndedIsNotTheLastOne() {
        triggerFirst();
        take(rounds.onDrained(FIRST, SOURCE, now()));
        take(rounds.onDrained(FIRST, SINK, now()));
        answerAll(FIRST, 100);
        published(100, PublishOutcome.PUBLISHED);
        take(rounds.onCommitted(FIRST, SOURCE, 100, now()));
        take(rounds.onCommitted(FIRST, SINK, 100, now()));
        assertThat(seen(RoundEffect.AllCommitted.class)).isEmpty();
        assertThat(triggered()).containsExactly(100L, 101L);
    }

    @Test
    void aLastRoundThatFailsIsTriedAgain() {
        rounds = rounds(null, Duration.ZERO, 1, 1);
        run(FIRST);
        ALL.forEach(subtask -> take(rounds.onDrained(FIRST, subtask, now())));
        take(rounds.onDeclined(FIRST, SINK, 100, "disk full", now()));
        assertThat(triggered()).containsExactly(100L, 101L);
    }

    @Test
    void idsThatCannotBeReservedCountAsAFailedRound() {
        take(rounds.onRunning(FIRST, ALL, ALL, now()));
        for (int i = 0; i < 4; i++) {
            nowMillis += 1000;
            effects.addAll(rounds.onTimer(new RoundTimer.NextRound(), now()));
            assertThat(seen(RoundEffect.ReserveIds.class)).hasSize(i + 1);
            take(rounds.onIdsRefused("the storage is read-only", now()));
        }
        assertThat(seen(RoundEffect.FailAttempt.class))
                .singleElement()
                .satisfies(failure -> assertThat(failure.reason()).contains("read-only"));
    }

    @Test
    void onlyTheLastHundredRoundsAreRemembered() {
        run(FIRST);
        for (long id = 100; id < 250; id++) {
            nowMillis += 1000;
            due();
            if (seen(RoundEffect.ReserveIds.class).size() > 1) {
                take(rounds.onIdsReserved(300, 100, now()));
            }
            long open = triggered().get(triggered().size() - 1);
            answerAll(FIRST, open);
            published(open, PublishOutcome.PUBLISHED);
        }
        assertThat(rounds.history()).hasSize(RoundHistory.KEPT);
    }

    /** Handles of written state; their content is nothing to the rounds. */
    static final class Handles {
        private Handles() {}

        static SubtaskStateHandle any() {
            return new SubtaskStateHandle("", 0, null, new byte[0], 0, 0, new SegmentIndex(List.of()));
        }
    }
}
