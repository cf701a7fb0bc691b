package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TimersTest {

    private static final List<Object> KEYS = List.of(1L, 2L, -1L, 0L, "a", "AaAa", "BBBB", List.of("x"));

    private final KeyedStateBackend backend = backend();

    @Test
    void timersComeInTheOrderOfTheirTimestampsWithTheirKeys() {
        TimerQueue timers = backend.timers("t");
        assertThat(timers.nextTimestamp()).isEqualTo(Long.MAX_VALUE);
        key(backend, "b");
        timers.register(2, 20);
        timers.register(2, 20);
        key(backend, 7L);
        timers.register(1, 10);
        assertThat(timers.size()).isEqualTo(2);
        assertThat(timers.pollDue(9)).isFalse();
        assertThat(timers.pollDue(10)).isTrue();
        assertThat(backend.currentKey()).isEqualTo(7L);
        assertThat(timers.polledNamespace()).isEqualTo(1);
        assertThat(timers.polledTimestamp()).isEqualTo(10);
        assertThat(timers.nextTimestamp()).isEqualTo(20);
        assertThat(timers.pollDue(Long.MAX_VALUE)).isTrue();
        assertThat(backend.currentKey()).isEqualTo("b");
        assertThat(timers.isEmpty()).isTrue();
    }

    @Test
    void aTimerIsNotSetWithoutACurrentKey() {
        TimerQueue timers = backend.timers("t");
        assertThatThrownBy(() -> timers.register(0, 1)).hasMessageContaining("timers=t");
    }

    @Seeds(50)
    void aQueueDoesWhatASortedSetDoes(long seed) {
        Random random = new Random(seed);
        TimerQueue timers = backend.timers("t");
        NavigableSet<String> model = new TreeSet<>();
        List<KeyedSnapshot> frozen = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        for (int step = 0; step < 500; step++) {
            Object key = KEYS.get(random.nextInt(KEYS.size()));
            long namespace = random.nextInt(3);
            long timestamp = random.nextInt(40) - 10L;
            key(backend, key);
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> {
                    timers.delete(namespace, timestamp);
                    model.remove(text(key, namespace, timestamp));
                }
                case 3, 4 -> poll(timers, model, timestamp);
                case 5 -> {
                    frozen.add(backend.freeze());
                    expected.add(List.copyOf(model));
                }
                default -> {
                    timers.register(namespace, timestamp);
                    model.add(text(key, namespace, timestamp));
                }
            }
            assertThat(timers.size()).isEqualTo(model.size());
        }
        for (int i = 0; i < frozen.size(); i++) {
            assertThat(texts(MemoryKeyedState.of(frozen.get(i)))).containsExactlyInAnyOrderElementsOf(expected.get(i));
        }
        assertThat(restoredOverThree()).containsExactlyInAnyOrderElementsOf(model);
    }

    private void poll(TimerQueue timers, NavigableSet<String> model, long time) {
        long before = timers.nextTimestamp();
        boolean due = timers.pollDue(time);
        assertThat(due).isEqualTo(before <= time);
        if (due) {
            assertThat(timers.polledTimestamp()).isEqualTo(before);
            assertThat(model.remove(text(backend.currentKey(), timers.polledNamespace(), before)))
                    .isTrue();
        }
    }

    private List<String> restoredOverThree() {
        MemoryKeyedState stored = MemoryKeyedState.of(backend.freeze());
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            KeyedStateBackend part = BackendFixture.restored(stored, KeyGroups.rangeOf(i, 3, MAX_PARALLELISM));
            TimerQueue timers = part.timers("t");
            long last = Long.MIN_VALUE;
            while (timers.pollDue(Long.MAX_VALUE)) {
                assertThat(timers.polledTimestamp()).isGreaterThanOrEqualTo(last);
                last = timers.polledTimestamp();
                all.add(text(part.currentKey(), timers.polledNamespace(), last));
            }
        }
        return all;
    }

    private static List<String> texts(MemoryKeyedState stored) {
        return stored.entriesOf("t").stream()
                .map(each -> {
                    assertThat(each.keyGroup()).isEqualTo(BackendFixture.groupOf(each.key()));
                    return each.key() + "@" + each.namespace() + "@" + each.value();
                })
                .toList();
    }

    private static String text(Object key, long namespace, long timestamp) {
        return key + "@" + namespace + "@" + timestamp;
    }
}
