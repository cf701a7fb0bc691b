package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys whose hash is Integer.MIN_VALUE, and different keys with one hash. */
class CaseH01CollidingKeysTest {

    private static final int PARALLELISM = 3;
    private static final LongStateDescriptor COUNT = LongStateDescriptor.of("count");

    private static Map<Object, Long> strings() {
        Map<Object, Long> counts = new LinkedHashMap<>();
        counts.put("polygenelubricants", 4L);
        counts.put("DESIGNING WORKHOUSES", 2L);
        counts.put("AaAa", 3L);
        counts.put("BBBB", 1L);
        counts.put("AaBB", 5L);
        counts.put("BBAa", 2L);
        return counts;
    }

    private static Map<Object, Long> numbers() {
        Map<Object, Long> counts = new LinkedHashMap<>();
        counts.put(Integer.MIN_VALUE, 4L);
        counts.put(-2_089_875_627, 2L);
        counts.put(0L, 3L);
        counts.put(-1L, 1L);
        counts.put(0, 5L);
        return counts;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 127, 128})
    void collidingKeysAreCountedApartBeforeAndAfterARestore(int maxParallelism) {
        for (Map<Object, Long> keys : List.of(strings(), numbers())) {
            List<KeyedStateBackend> first = backends(maxParallelism, new MemoryKeyedState());
            countAll(first, keys, maxParallelism);
            assertCounts(first, keys, maxParallelism, 1);
            MemoryKeyedState stored = new MemoryKeyedState();
            first.forEach(each -> stored.plus(MemoryKeyedState.of(each.freeze())));
            List<KeyedStateBackend> second = backends(maxParallelism, stored);
            countAll(second, keys, maxParallelism);
            assertCounts(second, keys, maxParallelism, 2);
        }
    }

    private static List<KeyedStateBackend> backends(int maxParallelism, MemoryKeyedState stored) {
        List<KeyedStateBackend> backends = new ArrayList<>();
        for (int i = 0; i < PARALLELISM; i++) {
            var range = KeyGroups.rangeOf(i, PARALLELISM, maxParallelism);
            KeyedStateBackend backend = BackendFixture.opened(range, maxParallelism, stored.restoredFor(range));
            backend.state(COUNT);
            backends.add(backend);
        }
        return backends;
    }

    private static void countAll(List<KeyedStateBackend> backends, Map<Object, Long> keys, int maxParallelism) {
        keys.forEach((key, times) -> {
            LongState count = stateAt(backends, key, maxParallelism);
            for (long i = 0; i < times; i++) {
                count.add(1);
            }
        });
    }

    private static void assertCounts(
            List<KeyedStateBackend> backends, Map<Object, Long> keys, int maxParallelism, int rounds) {
        keys.forEach((key, times) -> assertThat(
                        stateAt(backends, key, maxParallelism).value())
                .as("%s", key)
                .isEqualTo(times * rounds));
    }

    private static LongState stateAt(List<KeyedStateBackend> backends, Object key, int maxParallelism) {
        int group = KeyGroups.keyGroupOf(StableHash.hashOf(key), maxParallelism);
        assertThat(group).isBetween(0, maxParallelism - 1);
        int owner = KeyGroups.subtaskOf(group, PARALLELISM, maxParallelism);
        assertThat(owner).isBetween(0, PARALLELISM - 1);
        KeyedStateBackend backend = backends.get(owner);
        LongState state = backend.state(COUNT);
        key(backend, key, maxParallelism);
        return state;
    }
}
