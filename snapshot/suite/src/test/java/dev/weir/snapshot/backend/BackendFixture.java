package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.TestedBackend;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A backend of the kind under test that owns all key groups, and keys set on it as a subtask would. */
final class BackendFixture {

    static final int MAX_PARALLELISM = 7;

    private BackendFixture() {}

    static KeyedStateBackend backend() {
        return restored(RestoredKeyedState.EMPTY);
    }

    static KeyedStateBackend restored(RestoredKeyedState restored) {
        return opened(KeyGroups.rangeOf(0, 1, MAX_PARALLELISM), MAX_PARALLELISM, restored);
    }

    static KeyedStateBackend restored(MemoryKeyedState memory, KeyGroupRange range) {
        return opened(range, MAX_PARALLELISM, memory.restoredFor(range));
    }

    /** One of the backend under test; closed after the test if it isn't before. */
    static KeyedStateBackend opened(KeyGroupRange groups, int maxParallelism, RestoredKeyedState restored) {
        try {
            return TestedBackend.current()
                    .open(new KeyedStateSpec("op", 0, 1, groups, maxParallelism, restored, () -> 0L));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void key(KeyedStateBackend backend, Object key) {
        key(backend, key, MAX_PARALLELISM);
    }

    static void key(KeyedStateBackend backend, Object key, int maxParallelism) {
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
        if (key instanceof Long value) {
            backend.setCurrentKey(value.longValue(), hash, hash % maxParallelism);
        } else {
            backend.setCurrentKey(key, hash, hash % maxParallelism);
        }
    }

    static int groupOf(Object key) {
        return KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM);
    }

    /** A backend with the same states restored from what another one holds. */
    static KeyedStateBackend reopened(KeyedStateBackend backend) {
        MemoryKeyedState memory = MemoryKeyedState.of(backend.freeze());
        return restored(memory, KeyGroups.rangeOf(0, 1, MAX_PARALLELISM));
    }
}
