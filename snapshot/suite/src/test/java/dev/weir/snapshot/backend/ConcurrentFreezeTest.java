package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Views are written by two other threads while the owner goes on changing everything. In round r the owner sets all of a
 * key's states to r, so a view is torn exactly if they differ.
 */
class ConcurrentFreezeTest {

    private static final int ROUNDS = 60;
    private static final int KEYS = 300;

    private final KeyedStateBackend backend = backend();
    private final LongState number = backend.state(LongStateDescriptor.of("number"));
    private final ValueState<Bag> bag = backend.state(ValueStateDescriptor.of("bag", Bag.class));
    private final ListState<Bag> list = backend.state(ListStateDescriptor.of("list", Bag.class));
    private final MapState<String, Bag> map = backend.state(MapStateDescriptor.of("map", String.class, Bag.class));
    private final TimerQueue timers = backend.timers("timers");
    private final ExecutorService writers = Executors.newFixedThreadPool(2);

    @AfterEach
    void endWriters() throws InterruptedException {
        writers.shutdownNow();
        assertThat(writers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aViewShowsTheMomentItWasFrozenAtWhateverTheOwnerDoesMeanwhile() throws Exception {
        List<Future<MemoryKeyedState>> written = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            for (long k = 0; k < KEYS; k++) {
                play(k, round);
            }
            KeyedSnapshot snapshot = backend.freeze();
            written.add(writers.submit(() -> MemoryKeyedState.of(snapshot)));
        }
        for (int round = 1; round <= ROUNDS; round++) {
            assertRound(written.get(round - 1).get(30, TimeUnit.SECONDS), round);
        }
    }

    private void play(long k, int round) {
        key(backend, k % 2 == 0 ? (Object) k : "text" + k);
        number.update(round);
        if (round == 1) {
            bag.update(Bag.of(0));
            list.add(Bag.of(0));
            map.put("a", Bag.of(0));
        }
        Objects.requireNonNull(bag.value()).add("");
        list.get().forEach(each -> each.add(""));
        Objects.requireNonNull(map.get("a")).add("");
        timers.delete(k, round - 1L);
        timers.register(k, round);
    }

    private static void assertRound(MemoryKeyedState stored, long round) {
        Map<String, Integer> counts = new HashMap<>();
        for (String name : List.of("number", "bag", "list", "map", "timers")) {
            for (MemoryKeyedState.Stored each : stored.entriesOf(name)) {
                assertThat(roundOf(each.value())).isEqualTo(round);
                counts.merge(name, 1, Integer::sum);
            }
        }
        assertThat(counts)
                .hasSize(5)
                .allSatisfy((name, count) -> assertThat(count).as(name).isEqualTo(KEYS));
    }

    private static long roundOf(Object value) {
        if (value instanceof Long number) {
            return number;
        } else if (value instanceof Bag bag) {
            return bag.count() == bag.items().size() ? bag.count() : -1;
        } else if (value instanceof List<?> list) {
            return roundOf(list.get(0));
        }
        return roundOf(Objects.requireNonNull(((Map<?, ?>) value).get("a")));
    }
}
