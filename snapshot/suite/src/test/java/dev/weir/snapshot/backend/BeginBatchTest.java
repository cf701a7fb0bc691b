package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BeginBatchTest {

    private static final int KEYS = 50_000;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Batch(int size, long @Nullable [] longKeys, int[] hashes, char[] keyGroups) implements KeyBatch {
        @Override
        public Object @Nullable [] keys() {
            return null;
        }

        @Override
        public long @Nullable [] packedKeys() {
            return null;
        }
    }

    private static Batch batchOf(long first, int size) {
        long[] keys = new long[size];
        int[] hashes = new int[size];
        char[] groups = new char[size];
        for (int i = 0; i < size; i++) {
            keys[i] = first + i;
            hashes[i] = KeyGroups.murmur(Long.hashCode(keys[i]));
            groups[i] = (char) (hashes[i] % MAX_PARALLELISM);
        }
        return new Batch(size, keys, hashes, groups);
    }

    @Test
    void anAnnouncedBatchChangesNothing() {
        KeyedStateBackend backend = backend();
        LongState state = backend.state(LongStateDescriptor.of("n"));
        backend.beginBatch(batchOf(0, 10));
        for (long k = 0; k < KEYS; k++) {
            key(backend, k);
            state.update(k);
        }
        backend.beginBatch(batchOf(KEYS - 100, 200));
        assertThat(backend.entryCount()).isEqualTo(KEYS);
        for (long k = 0; k < KEYS; k += 97) {
            key(backend, k);
            assertThat(state.value()).isEqualTo(k);
        }
        key(backend, (long) KEYS);
        assertThat(state.isSet()).isFalse();
    }
}
