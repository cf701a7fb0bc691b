package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Each kind of sink keeps its promise, whatever happens: see {@link SinkWorld}. */
class SinkWorldTest {

    private static final CommitRetries PATIENT = new CommitRetries(Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE);
    private static final int STEPS = 400;

    private boolean isCalm;

    @Seeds(300)
    void twoPhaseCommitShowsEachRecordOnceAndEachKeyInOrder(long seed) throws Exception {
        Random random = new Random(seed);
        Outside outside = new Outside();
        SinkWorld world = new SinkWorld(
                random, TwoPhaseCommitOperator.STATE, () -> new TwoPhaseCommitOperator<>(outside, PATIENT));
        for (int step = 0; step < STEPS; step++) {
            world.step();
        }
        world.endQuietly();

        assertThat(byKey(outside.visible)).isEqualTo(byKey(world.reference()));
    }

    @Seeds(80)
    void writeAheadWritesEachRecordOnceAndEachKeyInOrderWhereTokensAreKept(long seed) throws Exception {
        Random random = new Random(seed);
        BatchStore store = new BatchStore();
        SinkWorld world = runWriteAhead(random, store);

        assertThat(byKey(store.rows)).isEqualTo(byKey(world.reference()));
    }

    @Seeds(80)
    void writeAheadWithoutTokensMayRepeatButLosesAndInventsNothing(long seed) throws Exception {
        Random random = new Random(seed);
        BatchStore store = new BatchStore();
        store.keepsTokens = false;
        SinkWorld world = runWriteAhead(random, store);

        Map<String, List<String>> firstTimes = new LinkedHashMap<>();
        byKey(store.rows).forEach((key, rows) -> firstTimes.put(key, new ArrayList<>(new LinkedHashSet<>(rows))));
        assertThat(firstTimes).isEqualTo(byKey(world.reference()));
    }

    private SinkWorld runWriteAhead(Random random, BatchStore store) throws Exception {
        store.refuses = () -> !isCalm && random.nextInt(4) == 0;
        store.losesAnswer = () -> !isCalm && random.nextInt(6) == 0;
        WriteAheadSink<String> sink = WriteAheadSink.of(String.class, store)
                .withBatchRecords(1 + random.nextInt(5))
                .withMemory(random.nextInt(3) == 0 ? random.nextInt(60) : 1 << 20, 1 << 20)
                .withRetries(PATIENT);
        int checked = 0;
        SinkWorld world = new SinkWorld(random, WriteAheadOperator.STATE, () -> new WriteAheadOperator<>(sink));
        for (int step = 0; step < STEPS; step++) {
            world.step();
            store.rows
                    .subList(checked, store.rows.size())
                    .forEach(row -> assertThat(SinkWorld.numberOf(row)).isLessThan(world.completedPosition()));
            checked = store.rows.size();
        }
        isCalm = true;
        world.endQuietly();
        return world;
    }

    @Seeds(300)
    void anIdempotentSinkLosesNothingOfACompletedCheckpointAndEndsRight(long seed) throws Exception {
        Random random = new Random(seed);
        UpsertStore store = new UpsertStore();
        store.refuses = () -> !isCalm && random.nextInt(4) == 0;
        store.losesAnswer = () -> !isCalm && random.nextInt(6) == 0;
        int batchRecords = 1 + random.nextInt(5);
        int requests = 1 + random.nextInt(4);
        SinkWorld world = new SinkWorld(
                random,
                IdempotentOperator.STATE,
                () -> new IdempotentOperator<>(IdempotentSink.of(SinkWorld::keyOf, new UpsertStore.Connection(store))
                        .withBatchRecords(batchRecords)
                        .withRequests(requests)
                        .withRetries(PATIENT)));
        world.onCompleted(() -> last(world.reference())
                .forEach((key, value) -> assertThat(store.number(key))
                        .as("key %s of a completed checkpoint", key)
                        .isGreaterThanOrEqualTo(SinkWorld.numberOf(value))));
        for (int step = 0; step < STEPS; step++) {
            world.step();
        }
        isCalm = true;
        world.endQuietly();

        assertThat(store.values()).isEqualTo(last(world.reference()));
    }

    private static Map<String, List<String>> byKey(List<String> elements) {
        Map<String, List<String>> byKey = new LinkedHashMap<>();
        for (String element : elements) {
            byKey.computeIfAbsent(SinkWorld.keyOf(element), key -> new ArrayList<>())
                    .add(element);
        }
        return byKey;
    }

    private static Map<String, @Nullable String> last(List<String> elements) {
        Map<String, @Nullable String> last = new LinkedHashMap<>();
        elements.forEach(element -> last.put(SinkWorld.keyOf(element), element));
        return last;
    }
}
