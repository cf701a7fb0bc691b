package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The same state name used twice; a mutable default value. */
class CaseH24StateRegisteredTwiceTest {

    private final KeyedStateBackend backend = backend();

    @Test
    void anotherKindUnderOneNameIsRefused() {
        backend.state(ValueStateDescriptor.of("s", Long.class));
        assertThatThrownBy(() -> backend.state(ListStateDescriptor.of("s", String.class)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("name=s")
                .hasMessageContaining("VALUE[java.lang.Long]")
                .hasMessageContaining("LIST[java.lang.String]");
        assertThatThrownBy(() -> backend.timers("s"))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("TIMER");
        assertThatThrownBy(() -> backend.namespaced(ValueStateDescriptor.of("s", Long.class)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("by namespace");
    }

    @Test
    void operatorsHaveNamesOfTheirOwn() {
        KeyedStateBackend other = backend();
        ValueState<Long> number = backend.state(ValueStateDescriptor.of("s", Long.class));
        ValueState<String> text = other.state(ValueStateDescriptor.of("s", String.class));
        key(backend, "k");
        key(other, "k");
        number.update(1L);
        text.update("x");
        assertThat(number.value()).isEqualTo(1L);
        assertThat(text.value()).isEqualTo("x");
    }

    @Test
    void theSameStateRegisteredAgainIsOneState() {
        ValueStateDescriptor<Long> descriptor = ValueStateDescriptor.of("s", Long.class);
        assertThat(backend.state(ValueStateDescriptor.of("s", Long.class))).isSameAs(backend.state(descriptor));
        assertThat(backend.namespaced(ValueStateDescriptor.of("n", Long.class)).at(1))
                .isSameAs(backend.namespaced(ValueStateDescriptor.of("n", Long.class))
                        .at(2));
        assertThat(backend.timers("t")).isSameAs(backend.timers("t"));
    }

    @Test
    void aMutableDefaultIsNotSharedBetweenKeys() {
        List<String> shared = new ArrayList<>();
        ValueState<List<String>> state = backend.state(
                ValueStateDescriptor.of("s", new TypeHint<List<String>>() {}).withDefault(() -> shared));
        key(backend, "A");
        Objects.requireNonNull(state.value()).add("x");
        key(backend, "B");
        assertThat(state.value()).isEmpty();
        key(backend, "A");
        assertThat(state.value()).isEmpty();
    }

    @Test
    void aDefaultThatIsGivenToUpdateIsStoredAsItIs() {
        ValueState<List<String>> state = backend.state(
                ValueStateDescriptor.of("s", new TypeHint<List<String>>() {}).withDefault(ArrayList::new));
        key(backend, "A");
        List<String> given = Objects.requireNonNull(state.value());
        given.add("x");
        state.update(given);
        assertThat(state.value()).isSameAs(given);
    }
}
