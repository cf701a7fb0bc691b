package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static dev.weir.snapshot.backend.BackendFixture.reopened;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RestoreTest {

    private static final LongStateDescriptor COUNT = LongStateDescriptor.of("count");

    private final KeyedStateBackend backend = backend();

    private static RestoredKeyedState pushing(StateMeta meta, int keyGroup, Object key, Object value) {
        return new RestoredKeyedState() {
            @Override
            public Set<String> names() {
                return Set.of(meta.name());
            }

            @Override
            public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
                sink.state(meta);
                sink.keyGroup(keyGroup, 1);
                sink.entry(key, null, value);
            }
        };
    }

    private static StateMeta count() {
        return new StateMeta("count", StateKind.LONG, NamespaceKind.NONE, List.of());
    }

    @Test
    void whatNothingRegistersIsUnclaimed() {
        backend.state(COUNT);
        backend.timers("timers");
        KeyedStateBackend restored = reopened(backend);
        assertThat(restored.unclaimed()).containsExactly("count", "timers");
        restored.state(COUNT);
        assertThat(restored.unclaimed()).containsExactly("timers");
        restored.timers("timers");
        assertThat(restored.unclaimed()).isEmpty();
    }

    @Test
    void aRestoredKeyIsNotTheCurrentOne() {
        LongState count = backend.state(COUNT);
        key(backend, "k");
        count.add(3);
        KeyedStateBackend restored = reopened(backend);
        LongState again = restored.state(COUNT);
        assertThatThrownBy(again::value).hasMessageContaining("no current key");
        key(restored, "k");
        assertThat(again.value()).isEqualTo(3);
    }

    @Test
    void aKeyThatHashesOtherwiseThanWhenItWasWrittenIsRefused() {
        int wrong = (KeyGroups.keyGroupOf("k".hashCode(), MAX_PARALLELISM) + 1) % MAX_PARALLELISM;
        KeyedStateBackend restored = BackendFixture.restored(pushing(count(), wrong, "k", 1L));
        assertThatThrownBy(() -> restored.state(COUNT))
                .hasMessageContaining("java.lang.String")
                .hasMessageContaining("storedGroup=" + wrong);
    }

    @Test
    void aGroupOfAnotherSubtaskIsRefused() {
        KeyedStateBackend restored =
                BackendFixture.opened(new KeyGroupRange(0, 2), MAX_PARALLELISM, pushing(count(), 5, "k", 1L));
        assertThatThrownBy(() -> restored.state(COUNT)).hasMessageContaining("owned=0-2");
    }

    @Test
    void aStateIsNotRestoredAsAnotherKind() {
        KeyedStateBackend restored = BackendFixture.restored(pushing(count(), 0, "k", 1L));
        assertThatThrownBy(() -> restored.state(ListStateDescriptor.of("count", String.class)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("LONG")
                .hasMessageContaining("LIST");
    }

    @Test
    void aReadErrorNamesTheState() {
        KeyedStateBackend restored = BackendFixture.restored(new RestoredKeyedState() {
            @Override
            public Set<String> names() {
                return Set.of("count");
            }

            @Override
            public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
                throw new IOException("torn");
            }
        });
        assertThatThrownBy(() -> restored.state(COUNT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("state=count");
    }

    @Test
    void aKeyInAGroupOfAnotherSubtaskIsRefusedByItsClass() {
        KeyedStateBackend part =
                BackendFixture.opened(new KeyGroupRange(0, 2), MAX_PARALLELISM, RestoredKeyedState.EMPTY);
        LongState count = part.state(COUNT);
        part.setCurrentKey("k", 6, 6);
        assertThatThrownBy(() -> count.add(1))
                .hasMessageContaining("keyGroup=6, owned=0-2")
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void aReleasedSnapshotIsNotWritten() {
        backend.state(ValueStateDescriptor.of("v", String.class));
        KeyedSnapshot snapshot = backend.freeze();
        snapshot.release();
        snapshot.release();
        assertThatThrownBy(() -> MemoryKeyedState.of(snapshot)).hasMessageContaining("before it is released");
    }
}
