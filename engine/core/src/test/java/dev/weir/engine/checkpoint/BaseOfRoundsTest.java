package dev.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;

/** Which checkpoint a round may refer to, and how long that one's files stay. */
class BaseOfRoundsTest {

    private static final Fence FENCE = new Fence(3, 1);
    private static final SubtaskId ONLY = new SubtaskId(0, 0);
    private static final long MS = 1_000_000;

    private final List<RoundEffect> effects = new ArrayList<>();
    private long nowMillis;
    private CheckpointRounds rounds = rounds(2, List.of(), 0);

    private static CheckpointRounds rounds(int concurrent, List<Long> retained, long base) {
        CheckpointSettings settings = CheckpointSettings.DEFAULT
                .withInterval(Duration.ofSeconds(1))
                .withTimeout(Duration.ofMinutes(10))
                .withMaxConcurrent(concurrent)
                .withRetained(1);
        return new CheckpointRounds(settings, Duration.ofSeconds(30), retained, base);
    }

    private Moment now() {
        return new Moment(nowMillis * MS, nowMillis);
    }

    private void take(List<RoundEffect> decided) {
        effects.addAll(decided);
        for (RoundEffect effect : decided) {
            if (effect instanceof RoundEffect.ReserveIds reserve) {
                take(rounds.onIdsReserved(100, reserve.count(), now()));
            }
        }
    }

    private void run() {
        take(rounds.onRunning(FENCE, Set.of(ONLY), Set.of(), now()));
    }

    private void nextRound() {
        nowMillis += 1000;
        take(rounds.onTimer(new RoundTimer.NextRound(), now()));
    }

    private void complete(long id) {
        take(rounds.onAcknowledged(FENCE, ONLY, id, CheckpointRoundsTest.Handles.any(), SnapshotFigures.NONE, now()));
        take(rounds.onEnumerators(FENCE, id, Map.of(), now()));
        take(rounds.onPublishOutcome(id, PublishOutcome.PUBLISHED, "slot 1", now()));
    }

    private List<Long> bases() {
        return effects.stream()
                .filter(RoundEffect.Trigger.class::isInstance)
                .map(effect -> ((RoundEffect.Trigger) effect).baseId())
                .toList();
    }

    private List<Long> deleted() {
        return effects.stream()
                .filter(RoundEffect.DeleteCheckpoint.class::isInstance)
                .map(effect -> ((RoundEffect.DeleteCheckpoint) effect).checkpointId())
                .toList();
    }

    @Test
    void itIsTheNewestThatWasCompleteAtTheTrigger() {
        run();
        nextRound();
        nextRound();
        complete(100);
        nextRound();
        complete(101);
        nextRound();
        assertThat(bases()).containsExactly(0L, 0L, 100L, 101L);
    }

    @Test
    void aRoundThatIsGivenUpIsNoBase() {
        run();
        nextRound();
        complete(100);
        nextRound();
        take(rounds.onDeclined(FENCE, ONLY, 101, "disk full", now()));
        nextRound();
        assertThat(bases()).containsExactly(0L, 100L, 100L);
    }

    @Test
    void itStaysWhileARoundThatMayReferToItIsOpen() {
        run();
        nextRound();
        complete(100);
        nextRound();
        nextRound();
        complete(101);
        assertThat(deleted()).as("102 may refer to it").isEmpty();
        complete(102);
        assertThat(deleted()).containsExactly(100L, 101L);
    }

    @Test
    void itGoesWhenThatRoundIsGivenUp() {
        run();
        nextRound();
        complete(100);
        nextRound();
        nextRound();
        complete(101);
        take(rounds.onAttemptEnded("a test", now()));
        assertThat(deleted()).containsExactly(100L);
    }

    @Test
    void aSavepointHasNoneAndIsNone() {
        rounds = rounds(1, List.of(), 0);
        run();
        nextRound();
        complete(100);
        take(rounds.onRequested(new RoundRequest(1, SnapshotKind.SAVEPOINT), now()));
        complete(101);
        assertThat(bases())
                .as("of the savepoint, and of the checkpoint after it")
                .containsExactly(0L, 0L, 100L);
    }

    @Test
    void afterARestoreItIsWhatWasRestored() {
        rounds = rounds(1, List.of(7L, 8L), 8);
        run();
        nextRound();
        assertThat(bases()).containsExactly(8L);
    }

    @Test
    void afterAFallBackThereIsNoneUntilTheNextOneIsComplete() {
        rounds = rounds(1, List.of(7L, 8L), 8);
        take(rounds.onFallBack("8 is damaged", now()));
        run();
        nextRound();
        complete(100);
        nextRound();
        assertThat(bases()).containsExactly(0L, 100L);
    }
}
