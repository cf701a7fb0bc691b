package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Nulls in list, map and value state whose values expire: as in state that keeps them. */
class CaseH21NullsInExpiringStateTest {

    private static final StateTtl AN_HOUR = StateTtl.of(Duration.ofHours(1));
    private static final ListStateDescriptor<Integer> LIST =
            ListStateDescriptor.of("list", Integer.class).withTtl(AN_HOUR);
    private static final MapStateDescriptor<String, Integer> MAP =
            MapStateDescriptor.of("map", String.class, Integer.class).withTtl(AN_HOUR);
    private static final ValueStateDescriptor<Integer> VALUE =
            ValueStateDescriptor.of("value", Integer.class).withTtl(AN_HOUR);

    private final ClockedBackends backends = new ClockedBackends();
    private final KeyedStateBackend backend = backends.empty();

    @Test
    @SuppressWarnings("NullAway") // what users do who don't check
    void aNullIsRefusedByAListWhichKeepsItsElements() throws IOException {
        ListState<Integer> list = backend.state(LIST);
        key(backend, "k");
        list.addAll(List.of(1, 2));
        assertThatThrownBy(() -> list.add(null)).hasMessageContaining("state=list");
        assertThatThrownBy(() -> list.addAll(Arrays.asList(3, null))).hasMessageContaining("state=list");
        assertThatThrownBy(() -> list.update(Arrays.asList(3, null))).hasMessageContaining("state=list");
        assertThat(list.get()).containsExactly(1, 2);
        KeyedStateBackend restored = backends.reopened(backend);
        ListState<Integer> again = restored.state(LIST);
        key(restored, "k");
        assertThat(again.get()).containsExactly(1, 2);
        again.update(List.of());
        assertThat(again.get()).isNotNull().isEmpty();
        assertThat(restored.entryCount()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // what users do who don't check
    void aNullValueInAMapIsAnEntryAndANullKeyIsNone() throws IOException {
        MapState<String, Integer> map = backend.state(MAP);
        key(backend, "k");
        assertThatThrownBy(() -> map.put(null, 1)).hasMessageContaining("state=map");
        assertThatThrownBy(() -> map.contains(null)).hasMessageContaining("state=map");
        map.put("n", null);
        assertNullEntry(map);
        KeyedStateBackend restored = backends.reopened(backend);
        MapState<String, Integer> again = restored.state(MAP);
        key(restored, "k");
        assertNullEntry(again);
    }

    private static void assertNullEntry(MapState<String, Integer> map) {
        assertThat(map.contains("n")).isTrue();
        assertThat(map.get("n")).isNull();
        assertThat(map.size()).isEqualTo(1);
        for (Map.Entry<String, @Nullable Integer> entry : map.entries()) {
            assertThat(entry.getKey()).isEqualTo("n");
            assertThat(entry.getValue()).isNull();
        }
    }

    @Test
    void updatingAValueToNullClearsIt() throws IOException {
        ValueState<Integer> value = backend.state(VALUE);
        key(backend, "k");
        value.update(5);
        value.update(null);
        assertThat(value.value()).isNull();
        assertThat(backend.entryCount()).isZero();
        KeyedStateBackend restored = backends.reopened(backend);
        ValueState<Integer> again = restored.state(VALUE);
        key(restored, "k");
        assertThat(again.value()).isNull();
    }
}
