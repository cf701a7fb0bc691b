package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.LastingFailure;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IdempotentOperatorTest {

    private final UpsertStore store = new UpsertStore();
    private FakeContext context = FakeContext.of("sink");
    private IdempotentSink<String> settings = IdempotentSink.<String>of(
                    SinkWorld::keyOf, new UpsertStore.Connection(store))
            .withRequests(1)
            .withBatchRecords(3)
            .withRetries(new CommitRetries(Duration.ofSeconds(1), Duration.ofSeconds(2), 4));
    private IdempotentOperator<String> sink = new IdempotentOperator<>(settings);

    @Test
    void aRecordIsWrittenAtOnceAndThoseThatComeMeanwhileTogether() throws Exception {
        open();
        write("a 1", "b 1", "c 1");
        assertThat(context.pendingCalls()).as("one request").isEqualTo(1);

        context.runAll();

        assertThat(store.batches).containsExactly(List.of("a 1"), List.of("b 1", "c 1"));
    }

    @Test
    void ofSeveralRecordsOfAKeyThatWaitTheLastIsWritten() throws Exception {
        open();
        write("a 1", "b 1", "a 2", "b 2", "b 3");

        context.runAll();

        assertThat(store.batches).containsExactly(List.of("a 1"), List.of("b 3", "a 2"));
    }

    @Test
    void aSinkWhoseNextBatchIsFullIsNotReadyUntilThereIsRoom() throws Exception {
        open();
        write("a 1", "b 1", "c 1");
        assertThat(sink.isReady()).isTrue();
        write("d 1");
        assertThat(sink.isReady()).isFalse();

        context.runOne();

        assertThat(sink.isReady()).isTrue();
    }

    @Test
    void asManyRequestsAreUnderWayAsWereSetAndEachKeyInOne() throws Exception {
        use(settings.withRequests(4));
        open();
        for (int i = 0; i < 3; i++) {
            for (int key = 0; key < 8; key++) {
                write("key" + key + " " + i);
            }
        }
        assertThat(context.pendingCalls()).isBetween(2, 4);

        while (context.pendingCalls() > 0) {
            context.runOne(context.pendingCalls() - 1);
        }

        assertThat(store.values().values())
                .allMatch(value -> value.endsWith(" 2"))
                .hasSize(8);
    }

    @Test
    void aSnapshotIsAcknowledgedWhenAllBeforeItIsWritten() throws Exception {
        open();
        FakeSnapshot empty = snapshot(1);
        assertThat(empty.isDone()).isTrue();
        assertThat(empty.redistribution(IdempotentOperator.STATE)).isEmpty();
        write("a 1", "b 1");
        FakeSnapshot second = snapshot(2);

        context.runOne();
        assertThat(second.isDone()).isFalse();
        context.runOne();

        assertThat(second.isDone()).isTrue();
        assertThat(second.elements(IdempotentOperator.STATE)).isEmpty();
        assertThat(store.values()).containsOnly(Map.entry("a", "a 1"), Map.entry("b", "b 1"));
    }

    @Test
    void aWriteThatFailsIsRepeatedAfterADelayAndWhatFollowsOfItsKeyWaits() throws Exception {
        AtomicInteger refusals = new AtomicInteger(3);
        store.refuses = () -> refusals.getAndDecrement() > 0;
        open();
        write("a 1", "a 2");
        FakeSnapshot snapshot = snapshot(1);
        context.runAll();

        assertThat(store.batches).containsExactly(List.of("a 1"), List.of("a 2"));
        assertThat(context.delays())
                .containsExactly(
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ZERO);
        assertThat(snapshot.isDone()).isTrue();
    }

    @Test
    void aWriteThatNeverWorksFailsTheAttempt() throws Exception {
        store.refuses = () -> true;
        open();
        write("a 1");

        assertThatThrownBy(context::runAll).hasMessageContainingAll("'sink'", "failed 4 times", "not now");
    }

    private static final class NoSuchTable extends Exception implements LastingFailure {}

    @Test
    void aFailureThatLastsIsNotWaitedFor() throws Exception {
        use(IdempotentSink.of(SinkWorld::keyOf, records -> {
            throw new NoSuchTable();
        }));
        open();
        write("a 1");

        assertThatThrownBy(context::runAll)
                .hasMessageContaining("failed 1 times")
                .hasCauseInstanceOf(NoSuchTable.class);
    }

    @SuppressWarnings("NullAway") // the mistake under test
    private static Object noKey(String element) {
        return null;
    }

    @Test
    @SuppressWarnings("NullAway") // what a user's selector may give all the same
    void aRecordWithoutAKeyIsRefused() throws Exception {
        use(IdempotentSink.of(IdempotentOperatorTest::noKey, new UpsertStore.Connection(store)));
        open();

        assertThatThrownBy(() -> write("a 1")).hasMessageContainingAll("never null", "'sink'");
    }

    @Test
    void theTargetIsClosedWhenItsLastWriteHasEnded() throws Exception {
        open();
        write("a 1");
        sink.close();
        sink.close();

        assertThat(store.closed).isEqualTo(1);
        context.abandon();
        context.runAll();
        assertThat(store.values()).isEmpty();
        assertThatThrownBy(() -> write("b 1")).hasMessageContaining("not open");
    }

    @Test
    void settingsRefuseNonsense() {
        assertThatThrownBy(() -> settings.withBatchRecords(0)).hasMessageContaining("batchRecords=0");
        assertThatThrownBy(() -> settings.withRequests(0)).hasMessageContaining("requests=0");
        assertThatThrownBy(() -> settings.withRequests(1_001)).hasMessageContaining("1..1000");
    }

    // What must hold in crashes, one by one.

    @Test
    void aCrashBeforeTheBarrierRepeatsWhatWasWritten() throws Exception {
        open();
        write("a 1", "a 2");
        context.runAll();

        restart();
        write("a 1");
        context.runAll();
        assertThat(store.values()).as("readers see it go back").containsValue("a 1");
        write("a 2");
        context.runAll();

        assertThat(store.values()).containsOnly(Map.entry("a", "a 2"));
    }

    @Test
    void aLostAnswerIsRepeatedWithoutEffect() throws Exception {
        AtomicInteger losses = new AtomicInteger(1);
        store.losesAnswer = () -> losses.getAndDecrement() > 0;
        open();
        write("a 1", "b 1");
        context.runAll();

        assertThat(store.values()).containsOnly(Map.entry("a", "a 1"), Map.entry("b", "b 1"));
        assertThat(store.batches).hasSize(3);
    }

    @Test
    void aZombiesLateWriteDoesNotReplaceANewerAttempts() throws Exception {
        open();
        write("a 1");
        FakeContext zombie = context;
        zombie.abandon();

        restart();
        write("a 1", "a 2");
        context.runAll();
        zombie.runAll();

        assertThat(store.values()).containsOnly(Map.entry("a", "a 2"));
    }

    private void use(IdempotentSink<String> changed) {
        settings = changed;
        sink = new IdempotentOperator<>(settings);
    }

    private void open() throws Exception {
        sink.open(context, new RecordedOutput<>());
    }

    private void restart() throws Exception {
        context = new FakeContext("sink", 1, 3, 2, Map.of());
        use(IdempotentSink.<String>of(SinkWorld::keyOf, new UpsertStore.Connection(store)));
        open();
    }

    private void write(String... records) throws Exception {
        for (String element : records) {
            sink.process(element, 0);
        }
    }

    private FakeSnapshot snapshot(long id) {
        FakeSnapshot snapshot = new FakeSnapshot(id);
        sink.snapshot(snapshot);
        return snapshot;
    }
}
