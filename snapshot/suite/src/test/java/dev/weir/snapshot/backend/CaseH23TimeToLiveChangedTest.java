package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A time to live that is switched on, off, or shortened between savepoint and restore. */
class CaseH23TimeToLiveChangedTest {

    private static final StateTtl AN_HOUR = StateTtl.of(Duration.ofHours(1));
    private static final StateTtl A_MOMENT = StateTtl.of(Duration.ofMillis(100));

    private final ClockedBackends backends = new ClockedBackends();

    /** The three states of the case under the key k. */
    private record States(ValueState<Integer> value, ListState<Integer> list, MapState<String, Integer> map) {

        static States of(KeyedStateBackend backend, @Nullable StateTtl ttl) {
            ValueStateDescriptor<Integer> value = ValueStateDescriptor.of("value", Integer.class);
            ListStateDescriptor<Integer> list = ListStateDescriptor.of("list", Integer.class);
            MapStateDescriptor<String, Integer> map = MapStateDescriptor.of("map", String.class, Integer.class);
            States states = new States(
                    backend.state(ttl == null ? value : value.withTtl(ttl)),
                    backend.state(ttl == null ? list : list.withTtl(ttl)),
                    backend.state(ttl == null ? map : map.withTtl(ttl)));
            key(backend, "k");
            return states;
        }

        void requireAll() {
            assertThat(value.value()).isEqualTo(1);
            assertThat(list.get()).containsExactly(1, 2);
            assertThat(asMap()).isEqualTo(Map.of("a", 1));
        }

        void requireNone() {
            assertThat(value.value()).isNull();
            assertThat(list.get()).isEmpty();
            assertThat(asMap()).isEmpty();
            assertThat(map.isEmpty()).isTrue();
        }

        private Map<String, @Nullable Integer> asMap() {
            Map<String, @Nullable Integer> entries = new LinkedHashMap<>();
            map.entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
            return entries;
        }
    }

    @Test
    void noRunReadsOtherValuesThanWereWritten() throws IOException {
        SubtaskStateHandle first = runWithoutTimeToLive();
        SubtaskStateHandle second = runWithAnHour(first);
        runWithoutAgain(second);
        runWithAMoment(second);
    }

    private SubtaskStateHandle runWithoutTimeToLive() throws IOException {
        KeyedStateBackend backend = backends.empty();
        States states = States.of(backend, null);
        states.value.update(1);
        states.list.addAll(List.of(1, 2));
        states.map.put("a", 1);
        return backends.written(backend);
    }

    private SubtaskStateHandle runWithAnHour(SubtaskStateHandle savepoint) throws IOException {
        backends.pass(Duration.ofDays(7).toMillis());
        KeyedStateBackend backend = backends.restored(savepoint);
        States.of(backend, AN_HOUR).requireAll();
        return backends.written(backend);
    }

    private void runWithoutAgain(SubtaskStateHandle savepoint) throws IOException {
        States states = States.of(backends.restored(savepoint), null);
        states.requireAll();
        backends.pass(50);
        states.requireAll();
    }

    private void runWithAMoment(SubtaskStateHandle savepoint) throws IOException {
        States states = States.of(backends.restored(savepoint), A_MOMENT);
        states.requireAll();
        backends.pass(300);
        states.requireNone();
    }

    @Test
    void whatWasStoredWithoutStampsCountsAsUsedAtTheRestore() throws IOException {
        SubtaskStateHandle first = runWithoutTimeToLive();
        backends.pass(Duration.ofDays(1).toMillis());
        States states = States.of(backends.restored(first), AN_HOUR);
        backends.pass(AN_HOUR.duration().toMillis() - 1);
        states.requireAll();
        backends.pass(1);
        states.requireNone();
    }

    @Test
    void stampsSurviveSavepointsWithTheSameTimeToLive() throws IOException {
        SubtaskStateHandle second = runWithAnHour(runWithoutTimeToLive());
        backends.pass(AN_HOUR.duration().toMillis() - 1);
        KeyedStateBackend again = backends.restored(second);
        States.of(again, AN_HOUR).requireAll();
        SubtaskStateHandle third = backends.written(again);
        backends.pass(1);
        States.of(backends.restored(third), AN_HOUR).requireNone();
    }

    @Test
    void aLongerTimeToLiveCountsFromTheLastUseAsWell() throws IOException {
        SubtaskStateHandle second = runWithAnHour(runWithoutTimeToLive());
        backends.pass(Duration.ofMinutes(90).toMillis());
        States states = States.of(backends.restored(second), StateTtl.of(Duration.ofHours(2)));
        states.requireAll();
        backends.pass(Duration.ofMinutes(30).toMillis());
        states.requireNone();
    }
}
