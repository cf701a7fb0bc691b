package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MapStateTest {

    private final KeyedStateBackend backend = backend();
    private final MapState<String, Integer> map =
            backend.state(MapStateDescriptor.of("map", String.class, Integer.class));

    @BeforeEach
    void twoEntriesUnderOneKey() {
        key(backend, 1L);
        Map<String, @Nullable Integer> entries = new LinkedHashMap<>();
        entries.put("a", 1);
        entries.put("b", 2);
        map.putAll(entries);
    }

    @Test
    void entriesComeInTheOrderOfInsertion() {
        map.put("c", 3);
        map.put("a", 9);
        assertThat(map.keys()).containsExactly("a", "b", "c");
        assertThat(map.values()).containsExactly(9, 2, 3);
    }

    @Test
    void anEntryKeepsItsValueAfterItsRemovalAndIsNotRemovedTwice() {
        Iterator<Map.Entry<String, @Nullable Integer>> entries = map.entries().iterator();
        Map.Entry<String, @Nullable Integer> first = entries.next();
        entries.remove();
        assertThat(first.getValue()).isEqualTo(1);
        assertThat(map.contains("a")).isFalse();
        assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> first.setValue(5)).isInstanceOf(IllegalStateException.class);
        assertThat(entries.next().getKey()).isEqualTo("b");
    }

    @Test
    void removingTheLastEntryRemovesTheMap() {
        Iterator<String> keys = map.keys().iterator();
        while (keys.hasNext()) {
            keys.next();
            keys.remove();
        }
        assertThat(map.isEmpty()).isTrue();
        assertThat(backend.entryCount()).isZero();
    }

    @Test
    void writesThroughAnIteratorDontShowInAView() {
        KeyedSnapshot view = backend.freeze();
        Iterator<Map.Entry<String, @Nullable Integer>> entries = map.entries().iterator();
        entries.next().setValue(7);
        entries.next();
        entries.remove();
        assertThat(map.get("a")).isEqualTo(7);
        assertThat(map.size()).isEqualTo(1);
        assertThat(MemoryKeyedState.of(view).entriesOf("map").get(0).value()).isEqualTo(Map.of("a", 1, "b", 2));
    }

    @Test
    void entriesOfAnotherKeyAreNotWritten() {
        Iterator<Map.Entry<String, @Nullable Integer>> entries = map.entries().iterator();
        Map.Entry<String, @Nullable Integer> first = entries.next();
        key(backend, 2L);
        assertThatThrownBy(() -> first.setValue(5)).hasMessageContaining("current");
        assertThatThrownBy(entries::remove).hasMessageContaining("current");
        assertThat(map.isEmpty()).isTrue();
    }
}
