package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.LastingFailure;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The six cases that a two-phase commit must get right, one by one, and the zombies and lost answers around them. */
class TwoPhaseCommitCasesTest {

    private static final CommitRetries AT_ONCE = new CommitRetries(Duration.ZERO, Duration.ZERO, 5);

    private final Outside outside = new Outside();
    private final List<FakeContext> contexts = new ArrayList<>();
    private final List<TwoPhaseCommitOperator<String, String>> sinks = new ArrayList<>();

    @Test
    void case1ACrashBeforeTheBarrierAbortsTheOpenTransaction() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);

        start(2, 3, List.of());
        runAll();

        assertThat(outside.open).isEmpty();
        assertThat(outside.visible).isEmpty();
    }

    @Test
    void case2WhatWasPreparedForARoundThatDidNotCompleteIsAborted() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        List<byte[]> first = snapshot(1);
        sinks.get(1).process("b", 0);
        snapshot(2);

        start(2, 3, first);
        runAll();

        assertThat(outside.visible).containsExactly("a");
        assertThat(outside.prepared).isEmpty();
    }

    @Test
    void case3ACrashBetweenCompletionAndCommitCommitsAfterTheRestore() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        List<byte[]> first = snapshot(1);

        start(2, 3, first);
        runAll();

        assertThat(outside.commits).containsExactly("1.1.0");
        assertThat(outside.visible).containsExactly("a");
    }

    @Test
    void case3AtALowerParallelismOldSubtasksHaveHeirsForCommitsAndForLeftovers() throws Exception {
        start(1, 5, List.of());
        for (int i = 0; i < 5; i++) {
            sinks.get(i).process("prepared " + i, 0);
        }
        List<byte[]> first = snapshot(1);
        for (int i = 0; i < 5; i++) {
            sinks.get(i).process("open " + i, 0);
        }

        start(2, 2, first);
        runAll();

        assertThat(outside.visible)
                .containsExactlyInAnyOrder("prepared 0", "prepared 1", "prepared 2", "prepared 3", "prepared 4");
        assertThat(outside.open).isEmpty();
        assertThat(outside.prepared).isEmpty();
    }

    @Test
    void case4ARepeatedCommitHasNoEffect() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        List<byte[]> first = snapshot(1);
        notice(1);
        notice(1);
        assertThat(outside.visible).containsExactly("a");

        start(2, 3, first);
        runAll();

        assertThat(outside.visible).containsExactly("a");
        assertThat(outside.attemptsToCommit).containsExactly("1.1.0", "1.1.0");
    }

    @Test
    void case4ACommitWhoseAnswerIsLostIsRepeatedWithoutEffect() throws Exception {
        AtomicInteger losses = new AtomicInteger(2);
        outside.losesAnswer = token -> losses.getAndDecrement() > 0;
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        snapshot(1);

        notice(1);

        assertThat(outside.visible).containsExactly("a");
        assertThat(sinks.get(1).hasPendingCommits()).isFalse();
    }

    @Test
    void case5ANoticeThatIsLostIsMadeUpForByTheNext() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        snapshot(1);
        sinks.get(1).process("b", 0);
        snapshot(2);

        notice(2);

        assertThat(outside.commits).containsExactly("1.1.0", "1.1.1");
    }

    @Test
    void case6ATransactionThatExpiredOutsideFailsTheJobAndIsNamed() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        snapshot(1);
        outside.prepared.clear();

        assertThatThrownBy(() -> notice(1))
                .isInstanceOf(TransactionLostException.class)
                .isInstanceOf(LastingFailure.class)
                .hasMessageContainingAll("lineage-sink-1-1-0", "of checkpoint 1", "expired outside");
    }

    @Test
    void aZombiesLateCommitOfACompletedCheckpointIsTheSameCommit() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        List<byte[]> first = snapshot(1);
        sinks.get(1).onCheckpointComplete(1);
        FakeContext zombie = contexts.get(1);

        start(2, 3, first);
        runAll();
        zombie.runAll();

        assertThat(outside.visible).containsExactly("a");
    }

    @Test
    void aTransactionThatAZombieOpensAfterTheFirstSweepIsAbortedByTheSecond() throws Exception {
        start(1, 3, List.of());
        TwoPhaseCommitOperator<String, String> zombie = sinks.get(1);

        start(2, 3, List.of());
        runAll();
        zombie.process("late", 0);
        zombie.snapshot(new FakeSnapshot(1));
        zombie.process("later", 0);
        assertThat(outside.prepared).hasSize(1);
        assertThat(outside.open).hasSize(1);
        snapshot(2);
        notice(2);

        assertThat(outside.prepared).isEmpty();
        assertThat(outside.open).isEmpty();
        assertThat(outside.visible).isEmpty();
    }

    @Test
    void aZombiesLateAbortTakesNothingThatANewerAttemptHas() throws Exception {
        start(1, 3, List.of());
        sinks.get(1).process("a", 0);
        List<byte[]> first = snapshot(1);
        start(2, 3, first);
        List<FakeContext> zombies = List.copyOf(contexts);

        start(3, 3, first);
        runAll();
        sinks.get(1).process("b", 0);
        for (FakeContext zombie : zombies) {
            zombie.runAll();
        }
        snapshot(2);
        notice(2);

        assertThat(outside.visible).containsExactly("a", "b");
    }

    /** The processes of the attempt before are gone without a word. */
    private void start(long attempt, int parallelism, List<byte[]> state) throws Exception {
        contexts.forEach(FakeContext::abandon);
        contexts.clear();
        sinks.clear();
        for (int i = 0; i < parallelism; i++) {
            FakeContext context =
                    new FakeContext("sink", i, parallelism, attempt, Map.of(TwoPhaseCommitOperator.STATE, state));
            TwoPhaseCommitOperator<String, String> sink = new TwoPhaseCommitOperator<>(outside, AT_ONCE);
            sink.open(context, new RecordedOutput<>());
            contexts.add(context);
            sinks.add(sink);
        }
        if (attempt == 1) {
            runAll();
        }
    }

    private List<byte[]> snapshot(long id) throws Exception {
        List<byte[]> state = new ArrayList<>();
        for (TwoPhaseCommitOperator<String, String> sink : sinks) {
            FakeSnapshot snapshot = new FakeSnapshot(id);
            sink.snapshot(snapshot);
            state.addAll(snapshot.elements(TwoPhaseCommitOperator.STATE));
        }
        return state;
    }

    private void notice(long id) throws Exception {
        for (TwoPhaseCommitOperator<String, String> sink : sinks) {
            sink.onCheckpointComplete(id);
        }
        runAll();
    }

    private void runAll() throws Exception {
        for (FakeContext context : contexts) {
            context.runAll();
        }
    }
}
