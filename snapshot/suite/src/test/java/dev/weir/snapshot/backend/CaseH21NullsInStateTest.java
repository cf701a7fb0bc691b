package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static dev.weir.snapshot.backend.BackendFixture.reopened;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Nulls in list, map and value state. */
class CaseH21NullsInStateTest {

    private static final ListStateDescriptor<Integer> LIST = ListStateDescriptor.of("list", Integer.class);
    private static final MapStateDescriptor<String, Integer> MAP =
            MapStateDescriptor.of("map", String.class, Integer.class);
    private static final ValueStateDescriptor<Integer> VALUE = ValueStateDescriptor.of("value", Integer.class);

    private final KeyedStateBackend backend = backend();

    @Test
    @SuppressWarnings("NullAway") // what users do who don't check
    void aNullIsRefusedByAListWhichKeepsItsElements() {
        ListState<Integer> list = backend.state(LIST);
        key(backend, "k");
        list.addAll(List.of(1, 2));
        assertThatThrownBy(() -> list.add(null)).hasMessageContaining("state=list");
        assertThatThrownBy(() -> list.addAll(Arrays.asList(3, null))).hasMessageContaining("state=list");
        assertThatThrownBy(() -> list.update(Arrays.asList(3, null))).hasMessageContaining("state=list");
        assertThat(list.get()).containsExactly(1, 2);
        ListState<Integer> restored = restoredAt("k").state(LIST);
        assertThat(restored.get()).containsExactly(1, 2);
    }

    @Test
    void anEmptiedListReadsAsAnEmptyIterable() {
        ListState<Integer> list = backend.state(LIST);
        key(backend, "k");
        assertThat(list.get()).isNotNull().isEmpty();
        list.addAll(List.of(1, 2));
        list.update(List.of());
        assertThat(list.get()).isNotNull().isEmpty();
        assertThat(restoredAt("k").state(LIST).get()).isNotNull().isEmpty();
        assertThat(backend.entryCount()).isZero();
    }

    @Test
    void aNullValueInAMapIsAnEntry() {
        MapState<String, Integer> map = backend.state(MAP);
        key(backend, "k");
        map.put("n", null);
        assertNullEntry(map);
        KeyedStateBackend restored = reopened(backend);
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
    @SuppressWarnings("NullAway") // what users do who don't check
    void aNullKeyInAMapIsRefused() {
        MapState<String, Integer> map = backend.state(MAP);
        key(backend, "k");
        assertThatThrownBy(() -> map.put(null, 1)).hasMessageContaining("state=map");
        assertThat(map.isEmpty()).isTrue();
    }

    @Test
    void updatingAValueToNullClearsIt() {
        ValueState<Integer> value = backend.state(VALUE);
        key(backend, "k");
        value.update(5);
        value.update(null);
        assertThat(value.value()).isNull();
        assertThat(backend.entryCount()).isZero();
        assertThat(restoredAt("k").state(VALUE).value()).isNull();
    }

    private KeyedStateBackend restoredAt(Object key) {
        KeyedStateBackend restored = reopened(backend);
        restored.state(LIST);
        restored.state(VALUE);
        key(restored, key);
        return restored;
    }
}
