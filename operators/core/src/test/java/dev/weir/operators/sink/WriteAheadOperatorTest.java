package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteAheadOperatorTest {

    private static final CommitRetries AT_ONCE = new CommitRetries(Duration.ZERO, Duration.ZERO, 5);

    private final BatchStore store = new BatchStore();
    private WriteAheadSink<String> settings =
            WriteAheadSink.of(String.class, store).withRetries(AT_ONCE);
    private FakeContext context = FakeContext.of("sink");
    private WriteAheadOperator<String> sink = new WriteAheadOperator<>(settings);

    @Test
    void recordsAreWrittenWhenTheirCheckpointIsComplete() throws Exception {
        open();
        write("a", "b");
        checkpoint(1);
        write("c");
        assertThat(store.rows).isEmpty();

        notice(1);

        assertThat(store.rows).containsExactly("a", "b");
        assertThat(store.tokens).containsExactly(new BatchToken("lineage", "sink", 1, 1, 0));
    }

    @Test
    void aRoundWithoutRecordsHoldsNothing() throws Exception {
        open();
        FakeSnapshot snapshot = checkpoint(1);
        notice(1);

        assertThat(snapshot.elements(WriteAheadOperator.STATE)).isEmpty();
        assertThat(store.calls).isEmpty();
        assertThat(sink.hasPendingCommits()).isFalse();
    }

    @Test
    void allThatASubtaskHoldsIsOneElementThatHasOneOwner() throws Exception {
        List<byte[]> state = twoRounds();

        assertThat(state).hasSize(1);
        assertThat(lastSnapshot.redistribution(WriteAheadOperator.STATE)).contains(Redistribution.SPLIT);
    }

    @Test
    void batchesHaveAtMostTheRecordsThatWereSetAndTokensOfTheirOwn() throws Exception {
        use(settings.withBatchRecords(2));
        open();
        write("a", "b", "c");
        checkpoint(1);
        write("d");
        checkpoint(2);
        notice(2);

        assertThat(store.batches).containsExactly(List.of("a", "b"), List.of("c"), List.of("d"));
        assertThat(store.tokens.stream().map(BatchToken::number)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void aBatchOfLargeRecordsIsClosedByItsSize() throws Exception {
        open();
        String large = "x".repeat(700_000);
        write(large, large, large);
        checkpoint(1);
        notice(1);

        assertThat(store.batches.stream().map(List::size)).containsExactly(2, 1);
    }

    @Test
    void aFailedWriteHoldsUpWhatComesAfterIt() throws Exception {
        AtomicInteger refusals = new AtomicInteger(2);
        store.refuses = () -> refusals.getAndDecrement() > 0;
        twoRounds();

        notice(2);

        assertThat(store.rows).containsExactly("a", "b");
        assertThat(store.calls.stream().map(BatchToken::number)).containsExactly(0L, 0L, 0L, 1L);
        assertThat(sink.hasPendingCommits()).isFalse();
    }

    @Test
    void aTargetThatNeverWorksFailsTheAttempt() throws Exception {
        store.refuses = () -> true;
        twoRounds();

        assertThatThrownBy(() -> notice(2)).hasMessageContainingAll("tried 5 times", "lineage-sink-1-1-0");
    }

    @Test
    void aWriteWhoseAnswerIsLostIsAskedForAndNotRepeated() throws Exception {
        AtomicInteger losses = new AtomicInteger(1);
        store.losesAnswer = () -> losses.getAndDecrement() > 0;
        twoRounds();

        notice(2);

        assertThat(store.rows).containsExactly("a", "b");
    }

    @Test
    void aTargetThatCanNotTellGetsTheBatchAgain() throws Exception {
        store.keepsTokens = false;
        AtomicInteger losses = new AtomicInteger(1);
        store.losesAnswer = () -> losses.getAndDecrement() > 0;
        twoRounds();

        notice(2);

        assertThat(store.rows).containsExactly("a", "a", "b");
    }

    @Test
    void whatIsConfirmedLeavesTheState() throws Exception {
        open();
        write("a");
        checkpoint(1);
        sink.onCheckpointComplete(1);
        assertThat(sink.hasPendingCommits()).isTrue();
        context.runAll();

        assertThat(sink.hasPendingCommits()).isFalse();
        assertThat(checkpoint(2).elements(WriteAheadOperator.STATE)).isEmpty();
    }

    @Test
    void whatASavepointHoldsIsWrittenWithTheNextCheckpoint() throws Exception {
        open();
        write("a");
        assertThat(snapshot(1, SnapshotKind.SAVEPOINT).elements(WriteAheadOperator.STATE))
                .hasSize(1);
        write("b");
        checkpoint(2);
        assertThat(store.rows).isEmpty();

        notice(2);

        assertThat(store.rows).containsExactly("a", "b");
    }

    @Test
    void whatDoesNotFitIntoMemoryIsSpilledAndWrittenFromThere(@TempDir Path folder) throws Exception {
        use(settings.withBatchRecords(10).withMemory(200, 100_000).withSpillFolder(folder.resolve("spill")));
        open();
        List<String> records =
                IntStream.range(0, 500).mapToObj(i -> "record " + i).toList();
        write(records.subList(0, 300).toArray(String[]::new));
        checkpoint(1);
        write(records.subList(300, 500).toArray(String[]::new));
        List<byte[]> state = checkpoint(2).elements(WriteAheadOperator.STATE);
        assertThat(state.get(0).length).isGreaterThan(5_000);
        notice(1);
        assertThat(store.rows).isEqualTo(records.subList(0, 300));

        restart(state);
        context.runAll();
        assertThat(store.rows).isEqualTo(records);
        sink.close();
        try (Stream<Path> left = Files.list(folder.resolve("spill"))) {
            assertThat(left).as("spilled files have no names").isEmpty();
        }
    }

    @Test
    void aSnapshotReadsWhatIsSpilledThoughItIsConfirmedMeanwhile(@TempDir Path folder) throws Exception {
        use(settings.withBatchRecords(1).withMemory(0, 100_000).withSpillFolder(folder));
        open();
        write("a");
        checkpoint(1);
        write("b");
        FakeSnapshot second = new FakeSnapshot(2);
        sink.snapshot(second);
        sink.onCheckpointComplete(1);
        context.runOne(context.pendingCalls() - 1);
        assertThat(store.rows).containsExactly("a");

        context.runAll();
        restart(second.elements(WriteAheadOperator.STATE));
        context.runAll();

        assertThat(store.rows).containsExactly("a", "b");
    }

    @Test
    void aSinkThatHoldsMoreThanItsLimitFailsNamingIt() throws Exception {
        use(settings.withBatchRecords(10).withMemory(200, 1_000));
        open();
        write("a");
        checkpoint(1);

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        write("record " + i);
                    }
                })
                .hasMessageContainingAll("must not exceed its limit", "2 rounds", "mostBytes=1000", "withMemory");
    }

    @Test
    void roomIsThereAgainWhenAnEarlierRoundIsWritten() throws Exception {
        use(settings.withMemory(1_000, 1_000));
        open();
        for (int round = 1; round < 20; round++) {
            for (int i = 0; i < 50; i++) {
                write("record " + i);
            }
            checkpoint(round);
            notice(round);
        }

        assertThat(store.rows).hasSize(950);
    }

    @Test
    void aRecordThatIsChangedAfterwardsIsWrittenAsItWas() throws Exception {
        List<Object> seen = new ArrayList<>();
        WriteAheadOperator<int[]> arrays =
                new WriteAheadOperator<>(WriteAheadSink.of(int[].class, (token, records) -> seen.addAll(records)));
        arrays.open(context, new RecordedOutput<>());
        int[] element = {7};
        arrays.process(element, 0);
        element[0] = 8;
        arrays.snapshot(new FakeSnapshot(1));
        arrays.onCheckpointComplete(1);
        context.runAll();

        assertThat(seen).containsExactly(new int[] {7});
    }

    @Test
    void theTargetIsOpenedOnceAndClosedByTheLastWhoUsesIt() throws Exception {
        open();
        write("a");
        checkpoint(1);
        sink.onCheckpointComplete(1);
        sink.close();
        sink.close();

        assertThat(store.opened).isEqualTo(1);
        assertThat(store.closed).isEqualTo(1);
        assertThatThrownBy(() -> write("b")).hasMessageContaining("not open");
    }

    @Test
    void settingsRefuseNonsense() {
        assertThatThrownBy(() -> settings.withBatchRecords(0)).hasMessageContaining("batchRecords=0");
        assertThatThrownBy(() -> settings.withMemory(2, 1)).hasMessageContainingAll("memoryBytes=2", "mostBytes=1");
        assertThatThrownBy(() -> settings.withMemory(1, 1L << 31)).hasMessageContaining("mostBytes=2147483648");
        assertThatThrownBy(() -> new CommitRetries(Duration.ofSeconds(2), Duration.ofSeconds(1), 1))
                .hasMessageContaining("first=PT2S");
        assertThatThrownBy(() -> new CommitRetries(Duration.ZERO, Duration.ZERO, 0))
                .hasMessageContaining("tries=0");
    }

    // What must hold at the ends and in crashes, one by one.

    @Test
    void aCrashBeforeTheBarrierDiscardsTheOpenRound() throws Exception {
        open();
        write("a");

        restart(List.of());
        context.runAll();
        write("a again");
        checkpoint(1);
        notice(1);

        assertThat(store.rows).containsExactly("a again");
    }

    @Test
    void whatWasHeldForARoundThatDidNotCompleteIsNeverWritten() throws Exception {
        open();
        write("a");
        List<byte[]> first = checkpoint(1).elements(WriteAheadOperator.STATE);
        write("b");
        checkpoint(2);

        restart(first);
        context.runAll();
        checkpoint(3);
        notice(3);

        assertThat(store.rows).containsExactly("a");
    }

    @Test
    void aCompletedRoundIsWrittenAfterTheCrashBeforeNewRecords() throws Exception {
        List<byte[]> state = twoRounds();

        restart(state);
        assertThat(sink.isReady()).isFalse();
        FakeSnapshot early = new FakeSnapshot(3);
        sink.snapshot(early);
        assertThat(early.isDone()).isFalse();
        context.runAll();

        assertThat(sink.isReady()).isTrue();
        assertThat(early.elements(WriteAheadOperator.STATE))
                .as("nothing is held any more")
                .isEmpty();
        assertThat(store.rows).containsExactly("a", "b");
    }

    @Test
    void anAbortedRoundIsWrittenWithTheNextThatCompletes() throws Exception {
        twoRounds();
        sink.onCheckpointAborted(1);
        sink.onCheckpointAborted(2);
        write("c");
        checkpoint(3);

        notice(3);

        assertThat(store.rows).containsExactly("a", "b", "c");
    }

    @Test
    void aNoticeThatIsLostLateOrRepeatedChangesNothing() throws Exception {
        twoRounds();

        notice(2);
        notice(1);
        notice(2);

        assertThat(store.rows).containsExactly("a", "b");
    }

    @Test
    void aLostConfirmationIsFoundOutAfterTheRestart() throws Exception {
        List<byte[]> state = twoRounds();
        notice(2);

        restart(state);
        context.runAll();

        assertThat(store.rows).containsExactly("a", "b");
    }

    @Test
    void withoutTokensALostConfirmationWritesTheBatchAgain() throws Exception {
        store.keepsTokens = false;
        List<byte[]> state = twoRounds();
        notice(2);

        restart(state);
        context.runAll();

        assertThat(store.rows).containsExactly("a", "b", "a", "b");
    }

    @Test
    void aZombieThatWritesLateIsRefusedByTheToken() throws Exception {
        List<byte[]> state = twoRounds();
        FakeContext zombie = context;
        sink.onCheckpointComplete(2);
        zombie.abandon();

        restart(state);
        context.runAll();
        zombie.runAll();

        assertThat(store.rows).containsExactly("a", "b");
    }

    private FakeSnapshot lastSnapshot = new FakeSnapshot(0);

    private List<byte[]> twoRounds() throws Exception {
        open();
        write("a");
        checkpoint(1);
        write("b");
        return checkpoint(2).elements(WriteAheadOperator.STATE);
    }

    private void use(WriteAheadSink<String> changed) {
        settings = changed;
        sink = new WriteAheadOperator<>(settings);
    }

    private void open() throws Exception {
        sink.open(context, new RecordedOutput<>());
        context.runAll();
    }

    /** The process is gone without a word, and another attempt starts. */
    private void restart(List<byte[]> state) throws Exception {
        context = new FakeContext("sink", 1, 3, 2, Map.of(WriteAheadOperator.STATE, state));
        sink = new WriteAheadOperator<>(settings);
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
        lastSnapshot = new FakeSnapshot(id, kind);
        sink.snapshot(lastSnapshot);
        context.runAll();
        return lastSnapshot;
    }

    private void notice(long id) throws Exception {
        sink.onCheckpointComplete(id);
        context.runAll();
    }
}
