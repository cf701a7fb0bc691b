package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.LastingFailure;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TwoPhaseCommitOperatorTest {

    private static final CommitRetries AT_ONCE = new CommitRetries(Duration.ZERO, Duration.ZERO, 5);

    private final Outside outside = new Outside();
    private FakeContext context = FakeContext.of("sink");
    private TwoPhaseCommitOperator<String, String> sink = new TwoPhaseCommitOperator<>(outside, AT_ONCE);

    @Test
    void recordsShowWhenTheirCheckpointIsComplete() throws Exception {
        open();
        write("a", "b");
        checkpoint(1);
        write("c");
        assertThat(outside.visible).isEmpty();

        notice(1);

        assertThat(outside.visible).containsExactly("a", "b");
    }

    @Test
    void aRoundWithoutRecordsHasNoTransaction() throws Exception {
        open();
        FakeSnapshot snapshot = checkpoint(1);
        notice(1);

        assertThat(outside.flushes).isEmpty();
        assertThat(outside.open).isEmpty();
        assertThat(snapshot.elements(TwoPhaseCommitOperator.STATE)).isEmpty();
        assertThat(sink.hasPendingCommits()).isFalse();
    }

    @Test
    void theSnapshotWaitsForTheFlushAndWritingGoesOn() throws Exception {
        outside.isFlushedAtOnce = false;
        open();
        write("a");
        FakeSnapshot first = checkpoint(1);
        write("b");

        assertThat(first.isDone()).isFalse();
        outside.flushes.get(0).complete("1.1.0");

        assertThat(first.isDone()).isTrue();
        assertThat(first.elements(TwoPhaseCommitOperator.STATE)).hasSize(1);
    }

    @Test
    void aPreparationThatFailsFailsTheSnapshot() throws Exception {
        outside.isFlushedAtOnce = false;
        open();
        write("a");
        FakeSnapshot snapshot = checkpoint(1);

        outside.flushes.get(0).completeExceptionally(new IllegalStateException("disk full"));

        assertThatThrownBy(() -> snapshot.elements(TwoPhaseCommitOperator.STATE))
                .hasRootCauseMessage("disk full");
    }

    @Test
    void aPreparationThatOutlivesItsRoundIsPartOfTheNext() throws Exception {
        outside.isFlushedAtOnce = false;
        open();
        write("a");
        checkpoint(1);
        sink.onCheckpointAborted(1);
        write("b");
        FakeSnapshot second = checkpoint(2);
        outside.flushes.get(1).complete("1.1.1");
        assertThat(second.isDone()).isFalse();

        outside.flushes.get(0).complete("1.1.0");
        assertThat(second.elements(TwoPhaseCommitOperator.STATE)).hasSize(2);
        notice(2);

        assertThat(outside.visible).containsExactly("a", "b");
    }

    @Test
    void aTokenStaysInStateUntilItsCommitIsConfirmed() throws Exception {
        open();
        write("a");
        checkpoint(1);
        sink.onCheckpointComplete(1);
        assertThat(sink.hasPendingCommits()).isTrue();
        assertThat(checkpoint(2).elements(TwoPhaseCommitOperator.STATE)).hasSize(1);

        context.runAll();

        assertThat(sink.hasPendingCommits()).isFalse();
        assertThat(checkpoint(3).elements(TwoPhaseCommitOperator.STATE)).isEmpty();
    }

    // H27: completion notices that overtake each other or get lost.

    @Test
    void h27aTheSecondNoticeBeforeTheFirst() throws Exception {
        twoPrepared();

        notice(2);
        notice(1);

        assertThat(outside.commits).containsExactly("1.1.0", "1.1.1");
        assertThat(outside.attemptsToCommit).hasSize(2);
    }

    @Test
    void h27bTheFirstNoticeNeverComes() throws Exception {
        twoPrepared();

        notice(2);

        assertThat(outside.visible).containsExactly("a", "b");
        assertThat(outside.attemptsToCommit).containsExactly("1.1.0", "1.1.1");
    }

    @Test
    void h27cTheDataOfAnAbortedRoundShowsAfterTheNext() throws Exception {
        twoPrepared();
        notice(1);
        sink.onCheckpointAborted(2);
        write("c");
        checkpoint(3);
        assertThat(outside.visible).containsExactly("a");

        notice(3);

        assertThat(outside.visible).containsExactly("a", "b", "c");
    }

    @Test
    void h27dACommitThatFailsTwiceIsTriedAgainAndStopsNoOther() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        outside.commitFails = token -> token.equals("1.1.0") && failures.getAndDecrement() > 0;
        twoPrepared();

        sink.onCheckpointComplete(2);
        context.runOne();
        assertThat(outside.visible).containsExactly("b");
        assertThat(sink.hasPendingCommits()).isTrue();
        context.runAll();

        assertThat(outside.visible).containsExactly("b", "a");
        assertThat(outside.attemptsToCommit).containsExactly("1.1.0", "1.1.1", "1.1.0", "1.1.0");
        assertThat(sink.hasPendingCommits()).isFalse();
    }

    @Test
    void aCommitIsTriedAgainAfterADelayThatGrowsAndHoldsNoThread() throws Exception {
        sink = new TwoPhaseCommitOperator<>(
                outside, new CommitRetries(Duration.ofSeconds(1), Duration.ofSeconds(3), 9));
        AtomicInteger failures = new AtomicInteger(4);
        outside.commitFails = token -> failures.getAndDecrement() > 0;
        open();
        context.runAll();
        write("a");
        checkpoint(1);
        int before = context.delays().size();

        sink.onCheckpointComplete(1);
        context.runAll();

        assertThat(outside.visible).containsExactly("a");
        assertThat(context.delays().stream().skip(before).filter(delay -> !delay.isZero()))
                .containsExactly(
                        Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(3));
    }

    @Test
    void whatComesDueDoesNotWaitForTheRepetitionOfAnother() throws Exception {
        outside.commitFails = token -> token.equals("1.1.0");
        twoPrepared();
        sink.onCheckpointComplete(1);
        context.runOne();

        sink.onCheckpointComplete(2);
        while (outside.visible.isEmpty()) {
            context.runOne();
        }
        outside.commitFails = token -> false;
        context.runAll();

        assertThat(outside.visible).containsExactly("b", "a");
    }

    @Test
    void h27eAllThatWasPreparedIsCommittedOnRestoreBeforeNewData() throws Exception {
        List<byte[]> state = twoPrepared();
        write("lost with the crash");

        restart(state);
        assertThat(sink.isReady()).isFalse();
        assertThat(sink.hasPendingCommits()).isTrue();
        context.runAll();

        assertThat(sink.isReady()).isTrue();
        assertThat(outside.visible).containsExactly("a", "b");
        write("c");
        checkpoint(3);
        notice(3);
        assertThat(outside.visible).containsExactly("a", "b", "c");
        assertThat(outside.open).as("the crashed attempt's open transaction").isEmpty();
    }

    @Test
    void noSnapshotIsAcknowledgedBeforeTheRestoredOnesAreCommitted() throws Exception {
        List<byte[]> state = twoPrepared();
        outside.commitFails = token -> true;
        restart(state);
        context.runOne();

        FakeSnapshot third = checkpoint(3);
        assertThat(third.isDone()).isFalse();
        outside.commitFails = token -> false;
        context.runAll();

        assertThat(third.elements(TwoPhaseCommitOperator.STATE)).hasSize(2);
        assertThat(checkpoint(4).elements(TwoPhaseCommitOperator.STATE)).isEmpty();
    }

    @Test
    void whatWasPreparedForASavepointIsCommittedWithTheNextCheckpoint() throws Exception {
        open();
        write("a");
        FakeSnapshot savepoint = snapshot(1, SnapshotKind.SAVEPOINT);
        assertThat(savepoint.elements(TwoPhaseCommitOperator.STATE)).hasSize(1);
        write("b");
        checkpoint(2);
        assertThat(outside.visible).isEmpty();

        notice(2);

        assertThat(outside.commits).containsExactly("1.1.0", "1.1.1");
    }

    @Test
    void aForkOfASavepointCommitsWhatItHoldsAndSoDoesTheRunThatGoesOn() throws Exception {
        open();
        write("a");
        List<byte[]> savepoint = snapshot(1, SnapshotKind.SAVEPOINT).elements(TwoPhaseCommitOperator.STATE);
        write("b");
        checkpoint(2);
        notice(2);

        restart(savepoint);
        context.runAll();

        assertThat(outside.visible).containsExactly("a", "b");
    }

    @Test
    void aCommitThatWasDoneBeforeTheCrashIsRepeatedWithoutEffect() throws Exception {
        List<byte[]> state = twoPrepared();
        notice(2);

        restart(state);
        context.runAll();

        assertThat(outside.visible).containsExactly("a", "b");
    }

    @Test
    void whatWasPreparedForARoundThatDidNotCompleteIsAborted() throws Exception {
        open();
        write("a");
        List<byte[]> first = checkpoint(1).elements(TwoPhaseCommitOperator.STATE);
        write("b");
        checkpoint(2);

        restart(first);
        context.runAll();

        assertThat(outside.visible).containsExactly("a");
        assertThat(outside.prepared).isEmpty();
    }

    @Test
    void aLostTransactionFailsTheJobAndIsNamed() throws Exception {
        List<byte[]> state = twoPrepared();
        outside.prepared.remove("1.1.0");

        restart(state);

        assertThatThrownBy(() -> context.runAll())
                .isInstanceOf(TransactionLostException.class)
                .isInstanceOf(LastingFailure.class)
                .hasMessageContainingAll("must be committed", "lineage-sink-1-1-0", "checkpoint 1", "expired outside");
        assertThat(outside.visible).as("the others are tried").containsExactly("b");
    }

    @Test
    void aCommitThatNeverWorksFailsTheAttempt() throws Exception {
        outside.commitFails = token -> true;
        twoPrepared();
        sink.onCheckpointComplete(2);

        assertThatThrownBy(() -> context.runAll()).hasMessageContainingAll("tried 5 times", "lineage-sink-1-1-0");
    }

    @Test
    void leftoversAreSweptAtTheStartAndAfterTheFirstCompletedCheckpoint() throws Exception {
        restart(List.of());
        context.runAll();
        assertThat(outside.sweeps).isEqualTo(1);
        TransactionId zombie = new TransactionId("lineage", "sink", 4, 1, 9);
        outside.open.put(zombie, List.of("zombie"));
        TransactionId foreign = new TransactionId("lineage", "sink", 2, 1, 9);
        outside.open.put(foreign, List.of("of another subtask"));

        notice(7);
        notice(8);

        assertThat(outside.sweeps).isEqualTo(2);
        assertThat(outside.open).containsOnlyKeys(foreign);
    }

    @Test
    void aSweepThatFailsIsRepeatedWithTheNextCheckpoint() throws Exception {
        outside.isSweepFailing = true;
        restart(List.of());
        context.runAll();
        notice(1);
        assertThat(outside.sweeps).isEqualTo(2);
        outside.isSweepFailing = false;

        notice(2);
        notice(3);
        notice(4);

        assertThat(outside.sweeps).isEqualTo(4);
    }

    @Test
    void theCommitterIsClosedByTheLastWhoUsesIt() throws Exception {
        open();
        write("a");
        checkpoint(1);
        sink.onCheckpointComplete(1);

        sink.close();
        sink.close();
        assertThat(outside.closedCommitters).isEqualTo(1);

        assertThat(outside.visible).isEmpty();
        assertThatThrownBy(() -> write("b")).hasMessageContaining("not open");
    }

    private List<byte[]> twoPrepared() throws Exception {
        open();
        write("a");
        checkpoint(1);
        write("b");
        return checkpoint(2).elements(TwoPhaseCommitOperator.STATE);
    }

    private void open() throws Exception {
        sink.open(context, new RecordedOutput<>());
        context.runAll();
    }

    /** The process is gone without a word, and another attempt starts. */
    private void restart(List<byte[]> state) throws Exception {
        context = new FakeContext("sink", 1, 3, 2, Map.of(TwoPhaseCommitOperator.STATE, state));
        sink = new TwoPhaseCommitOperator<>(outside, AT_ONCE);
        sink.open(context, new RecordedOutput<>());
    }

    private void write(String... records) throws Exception {
        for (String element : records) {
            sink.process(element, 0);
        }
    }

    private FakeSnapshot checkpoint(long id) throws Exception {
        return snapshot(id, SnapshotKind.CHECKPOINT);
    }

    private FakeSnapshot snapshot(long id, SnapshotKind kind) throws Exception {
        FakeSnapshot snapshot = new FakeSnapshot(id, kind);
        sink.snapshot(snapshot);
        return snapshot;
    }

    private void notice(long id) throws Exception {
        sink.onCheckpointComplete(id);
        context.runAll();
    }
}
