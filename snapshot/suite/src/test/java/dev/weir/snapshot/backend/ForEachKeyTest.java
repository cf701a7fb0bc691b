package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Going over all keys that hold a state. */
class ForEachKeyTest {

    private static final LongStateDescriptor COUNT = LongStateDescriptor.of("count");
    private static final ListStateDescriptor<String> WORDS = ListStateDescriptor.of("words", String.class);

    private final ClockedBackends backends = new ClockedBackends();
    private final KeyedStateBackend backend = backends.empty();
    private final LongState count = backend.state(COUNT);
    private final ListState<String> words = backend.state(WORDS);

    /** A key that is kept as an object. */
    record Seat(String row, int number) {}

    private Set<Object> fill() {
        Set<Object> keys = new HashSet<>();
        for (long i = 0; i < 100; i++) {
            keys.add(i);
            keys.add("text-" + i);
            keys.add("a text that is too long to be packed, number " + i);
            keys.add(new Seat("row", (int) i));
        }
        keys.forEach(each -> {
            key(backend, each);
            count.add(1);
        });
        return keys;
    }

    @Test
    void everyKeyThatHoldsTheStateComesOnceAndIsTheCurrentOne() throws Exception {
        Set<Object> keys = fill();
        key(backend, "other");
        words.add("x");
        Map<Object, Integer> seen = new HashMap<>();
        backend.forEachKey(COUNT, (key, state) -> {
            assertThat(backend.currentKey()).isEqualTo(key);
            assertThat(state.value()).isEqualTo(1);
            seen.merge(key, 1, Integer::sum);
        });
        assertThat(seen.keySet()).isEqualTo(keys);
        assertThat(seen.values()).containsOnly(1);
    }

    @Test
    void theActionMayWriteAndClearAnyStateOfTheKey() throws Exception {
        Set<Object> keys = fill();
        backend.forEachKey(COUNT, (key, state) -> {
            if (key instanceof Long) {
                state.clear();
            } else {
                state.add(1);
            }
            words.add("seen");
        });
        for (Object each : keys) {
            key(backend, each);
            assertThat(count.value()).isEqualTo(each instanceof Long ? 0 : 2);
            assertThat(words.get()).containsExactly("seen");
        }
    }

    @Test
    void theCurrentKeyIsAfterwardsWhatItWas() throws Exception {
        fill();
        key(backend, "mine");
        count.update(7);
        backend.forEachKey(COUNT, (key, state) -> {});
        assertThat(backend.currentKey()).isEqualTo("mine");
        assertThat(count.value()).isEqualTo(7);
        backend.unsetCurrentKey();
        backend.forEachKey(COUNT, (key, state) -> {});
        assertThatThrownBy(count::value).hasMessageContaining("no current key");
    }

    @Test
    void whatTheActionThrowsEndsTheWalk() {
        fill();
        key(backend, "mine");
        int[] calls = {0};
        assertThatThrownBy(() -> backend.forEachKey(COUNT, (key, state) -> {
                    calls[0]++;
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(calls[0]).isEqualTo(1);
        assertThat(backend.currentKey()).isEqualTo("mine");
    }

    @Test
    void keysWhoseValuesHaveExpiredDontCome() throws Exception {
        ValueStateDescriptor<String> name =
                ValueStateDescriptor.of("name", String.class).withTtl(StateTtl.of(Duration.ofMillis(10)));
        ValueState<String> state = backend.state(name);
        key(backend, "old");
        state.update("a");
        backends.pass(10);
        key(backend, "new");
        state.update("b");
        Set<Object> seen = new HashSet<>();
        backend.forEachKey(name, (key, each) -> seen.add(key));
        assertThat(seen).containsExactly("new");
        assertThat(backend.entryCount()).isEqualTo(1);
    }
}
