package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ValueStateTest {

    private final KeyedStateBackend backend = backend();

    @Test
    void aValueIsReadUnderItsKeyOnly() {
        ValueState<String> state = backend.state(ValueStateDescriptor.of("v", String.class));
        key(backend, 1L);
        state.update("one");
        key(backend, "1");
        assertThat(state.value()).isNull();
        state.update("text");
        key(backend, 1L);
        assertThat(state.value()).isEqualTo("one");
        key(backend, "1");
        assertThat(state.value()).isEqualTo("text");
        assertThat(backend.entryCount()).isEqualTo(2);
    }

    @Test
    void everyBoxComesBackAsItWas() {
        assertRoundTrip(Long.class, Long.MIN_VALUE);
        assertRoundTrip(Integer.class, -7);
        assertRoundTrip(Short.class, (short) -3);
        assertRoundTrip(Byte.class, (byte) -1);
        assertRoundTrip(Character.class, '\uffff');
        assertRoundTrip(Boolean.class, false);
        assertRoundTrip(Double.class, -0.0);
        assertRoundTrip(Float.class, Float.NaN);
    }

    private <T> void assertRoundTrip(Class<T> type, T value) {
        ValueState<T> state = backend.state(ValueStateDescriptor.of(type.getName(), type));
        key(backend, 5L);
        assertThat(state.value()).isNull();
        state.update(value);
        assertThat(state.value()).isEqualTo(value);
        state.clear();
        assertThat(state.value()).isNull();
    }

    @Test
    void whatTheHandleGaveOutIsChangedInPlace() {
        ValueState<Bag> state = backend.state(ValueStateDescriptor.of("v", Bag.class));
        key(backend, "k");
        state.update(Bag.of(0));
        Bag given = Objects.requireNonNull(state.value());
        given.add("x");
        state.update(given);
        assertThat(state.value()).isSameAs(given).isEqualTo(Bag.of(1, "x"));
    }

    @Test
    void whatTheUserKeepsIsNotWhatIsStored() {
        ValueState<Bag> state = backend.state(ValueStateDescriptor.of("v", Bag.class));
        Bag mine = Bag.of(0);
        for (String each : List.of("a", "b")) {
            key(backend, each);
            state.update(mine);
            mine.add(each);
        }
        assertThat(state.value()).isEqualTo(Bag.of(1, "a"));
        key(backend, "a");
        assertThat(state.value()).isEqualTo(Bag.of(0));
    }

    @Test
    void aValueChangedInPlaceAfterAFreezeDoesNotShowInTheView() {
        ValueState<Bag> state = backend.state(ValueStateDescriptor.of("v", Bag.class));
        key(backend, "k");
        state.update(Bag.of(0));
        KeyedSnapshot first = backend.freeze();
        key(backend, "k");
        Objects.requireNonNull(state.value()).add("x");
        KeyedSnapshot second = backend.freeze();
        key(backend, "k");
        Objects.requireNonNull(state.value()).add("y");
        assertThat(valueIn(first)).isEqualTo(Bag.of(0));
        assertThat(valueIn(second)).isEqualTo(Bag.of(1, "x"));
        assertThat(valueIn(backend.freeze())).isEqualTo(Bag.of(2, "x", "y"));
    }

    private static Object valueIn(KeyedSnapshot snapshot) {
        return MemoryKeyedState.of(snapshot).entriesOf("v").get(0).value();
    }

    @Test
    void mutableKeysAreCopiedIn() {
        ValueState<Long> state = backend.state(ValueStateDescriptor.of("v", Long.class));
        List<String> reused = new ArrayList<>(List.of("a"));
        key(backend, reused);
        state.update(1L);
        reused.set(0, "b");
        key(backend, List.of("a"));
        assertThat(state.value()).isEqualTo(1L);
    }

    @Test
    void aGenericHintIsKeptApartFromAnother() {
        backend.state(ValueStateDescriptor.of("v", new TypeHint<List<String>>() {}));
        assertThatThrownBy(() -> backend.state(ValueStateDescriptor.of("v", new TypeHint<List<Long>>() {})))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("java.util.List<java.lang.String>")
                .hasMessageContaining("java.util.List<java.lang.Long>");
    }

    @Test
    void stateIsNotReadWithoutACurrentKey() {
        ValueState<Long> state = backend.state(ValueStateDescriptor.of("v", Long.class));
        assertThatThrownBy(state::value)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no current key");
    }
}
