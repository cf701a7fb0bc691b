package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;

/** A backend that owns all key groups, and keys set on it as a subtask would. */
final class BackendFixture {

    static final int MAX_PARALLELISM = 7;

    private BackendFixture() {}

    static HeapStateBackend backend() {
        return restored(RestoredKeyedState.EMPTY);
    }

    static HeapStateBackend restored(RestoredKeyedState restored) {
        return new HeapStateBackend(KeyGroups.rangeOf(0, 1, MAX_PARALLELISM), MAX_PARALLELISM, restored);
    }

    static HeapStateBackend restored(MemoryKeyedState memory, KeyGroupRange range) {
        return new HeapStateBackend(range, MAX_PARALLELISM, memory.restoredFor(range));
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
    static HeapStateBackend reopened(KeyedStateBackend backend) {
        MemoryKeyedState memory = MemoryKeyedState.of(backend.freeze());
        return restored(memory, KeyGroups.rangeOf(0, 1, MAX_PARALLELISM));
    }
}
