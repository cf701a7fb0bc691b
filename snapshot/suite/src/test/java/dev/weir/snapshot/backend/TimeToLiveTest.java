package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.AggregatingState;
import dev.weir.snapshot.state.AggregatingStateDescriptor;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ReducingState;
import dev.weir.snapshot.state.ReducingStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What it means for values to expire, kind by kind. */
class TimeToLiveTest {

    private static final StateTtl TEN = StateTtl.of(Duration.ofMillis(10));
    private static final ValueStateDescriptor<String> NAME = ValueStateDescriptor.of("name", String.class);
    private static final ValueStateDescriptor<Bag> BAG =
            ValueStateDescriptor.of("bag", Bag.class).withTtl(TEN);
    private static final ListStateDescriptor<String> WORDS = ListStateDescriptor.of("words", String.class);
    private static final MapStateDescriptor<String, Bag> BAGS = MapStateDescriptor.of("bags", String.class, Bag.class);

    private final ClockedBackends backends = new ClockedBackends();
    private final KeyedStateBackend backend = backends.empty();

    @Test
    void aValueLivesUntilItsTimeIsOverAndReadsDontRenewIt() {
        ValueState<String> name = backend.state(NAME.withDefault(() -> "nobody").withTtl(TEN));
        key(backend, "k");
        name.update("a");
        backends.pass(9);
        assertThat(name.value()).isEqualTo("a");
        backends.pass(1);
        assertThat(name.value()).isEqualTo("nobody");
        assertThat(backend.entryCount()).isZero();
    }

    @Test
    void aReadRenewsAValueWhereReadsCountAsUses() {
        ValueState<String> name = backend.state(NAME.withTtl(TEN.renewedByReads()));
        key(backend, "k");
        name.update("a");
        for (int i = 0; i < 5; i++) {
            backends.pass(9);
            assertThat(name.value()).isEqualTo("a");
        }
        backends.pass(10);
        assertThat(name.value()).isNull();
    }

    @Test
    void aWriteRenewsAValueThatWasHandedOut() {
        ValueState<Bag> state = backend.state(BAG);
        key(backend, "k");
        state.update(Bag.of(0));
        backends.pass(9);
        Bag bag = Objects.requireNonNull(state.value());
        bag.add("x");
        state.update(bag);
        bag.add("y");
        backends.pass(9);
        assertThat(state.value()).isEqualTo(Bag.of(2, "x", "y"));
    }

    @Test
    void whatIsWrittenAfterAFreezeDoesntShowInIt() {
        ValueState<Bag> state = backend.state(BAG);
        key(backend, "k");
        state.update(Bag.of(1, "x"));
        KeyedSnapshot frozen = backend.freeze();
        Objects.requireNonNull(state.value()).add("y");
        KeyedStateBackend before = backends.from(frozen.asRestored());
        ValueState<Bag> restored = before.state(BAG);
        key(before, "k");
        assertThat(restored.value()).isEqualTo(Bag.of(1, "x"));
        assertThat(state.value()).isEqualTo(Bag.of(2, "x", "y"));
    }

    @Test
    void eachElementOfAListExpiresByItself() {
        ListState<String> words = backend.state(WORDS.withTtl(TEN));
        key(backend, "k");
        words.addAll(List.of("a", "b"));
        backends.pass(6);
        words.add("c");
        assertThat(words.get()).containsExactly("a", "b", "c");
        backends.pass(4);
        assertThat(words.get()).containsExactly("c");
        backends.pass(6);
        assertThat(words.get()).isNotNull().isEmpty();
        assertThat(backend.entryCount()).isZero();
        words.add("d");
        assertThat(words.get()).containsExactly("d");
    }

    @Test
    void readingAListRenewsItsElementsWhereReadsCountAsUses() {
        ListState<String> words = backend.state(WORDS.withTtl(TEN.renewedByReads()));
        key(backend, "k");
        words.add("a");
        backends.pass(9);
        assertThat(words.get()).containsExactly("a");
        backends.pass(9);
        assertThat(words.get()).containsExactly("a");
    }

    @Test
    void eachEntryOfAMapExpiresByItself() {
        MapState<String, Bag> bags = backend.state(BAGS.withTtl(TEN));
        key(backend, "k");
        bags.put("a", Bag.of(1, "x"));
        backends.pass(6);
        bags.put("b", null);
        Objects.requireNonNull(bags.get("a")).add("y");
        assertThat(bags.get("a")).isEqualTo(Bag.of(2, "x", "y"));
        backends.pass(4);
        assertThat(bags.contains("a")).isFalse();
        assertThat(bags.get("a")).isNull();
        assertThat(bags.size()).isEqualTo(1);
        assertThat(bags.keys()).containsExactly("b");
        backends.pass(6);
        assertThat(bags.isEmpty()).isTrue();
        assertThat(backend.entryCount()).isZero();
    }

    @Test
    void aMapIsIteratedAsOneWhoseEntriesStay() {
        MapState<String, Bag> bags = backend.state(BAGS.withTtl(TEN));
        key(backend, "k");
        bags.putAll(Map.of("a", Bag.of(1, "x"), "b", Bag.of(1, "y")));
        Iterator<Map.Entry<String, @Nullable Bag>> entries = bags.entries().iterator();
        Map.Entry<String, @Nullable Bag> first = entries.next();
        Bag value = first.getValue();
        entries.remove();
        assertThat(first.getValue()).isSameAs(value);
        assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> first.setValue(null)).isInstanceOf(IllegalStateException.class);
        Map.Entry<String, @Nullable Bag> second = entries.next();
        assertThat(second.setValue(null)).isNotNull();
        assertThat(second.getValue()).isNull();
        assertThat(bags.keys()).containsExactly(second.getKey());
    }

    @Test
    void anEntryThatExpiresWhileItsMapIsIteratedHurtsNobody() {
        MapState<String, Bag> bags = backend.state(BAGS.withTtl(TEN));
        key(backend, "k");
        bags.putAll(Map.of("a", Bag.of(1), "b", Bag.of(2), "c", Bag.of(3)));
        Iterator<String> keys = bags.keys().iterator();
        keys.next();
        backends.pass(10);
        assertThat(bags.size()).isZero();
        keys.next();
        assertThat(bags.isEmpty()).isTrue();
        keys.remove();
        keys.next();
        assertThat(keys.hasNext()).isFalse();
    }

    @Test
    void iteratingAMapRenewsItsEntriesWhereReadsCountAsUses() {
        MapState<String, Bag> bags = backend.state(BAGS.withTtl(TEN.renewedByReads()));
        key(backend, "k");
        bags.put("a", Bag.of(1));
        backends.pass(9);
        assertThat(bags.values()).containsExactly(Bag.of(1));
        backends.pass(9);
        assertThat(bags.get("a")).isEqualTo(Bag.of(1));
        backends.pass(9);
        assertThat(bags.contains("a")).isTrue();
        backends.pass(1);
        assertThat(bags.contains("a")).isFalse();
    }

    @Test
    void anAccumulatorThatHasExpiredStartsAnew() {
        ReducingState<Long> sum = backend.state(
                ReducingStateDescriptor.of("sum", Long::sum, Long.class).withTtl(TEN));
        AggregatingState<String, Integer> count =
                backend.state(AggregatingStateDescriptor.of("count", new CountWords(), Bag.class)
                        .withTtl(TEN));
        LongState total = backend.state(LongStateDescriptor.of("total").withTtl(TEN));
        key(backend, "k");
        for (int i = 0; i < 3; i++) {
            sum.add(2L);
            count.add("x");
            total.add(3);
            backends.pass(4);
        }
        assertThat(sum.get()).isEqualTo(6L);
        assertThat(count.get()).isEqualTo(3);
        assertThat(total.value()).isEqualTo(9);
        assertThat(total.isSet()).isTrue();
        backends.pass(6);
        assertThat(total.isSet()).isFalse();
        sum.add(1L);
        count.add("y");
        total.add(1);
        assertThat(sum.get()).isEqualTo(1L);
        assertThat(count.get()).isEqualTo(1);
        assertThat(total.value()).isEqualTo(1);
        backends.pass(10);
        assertThat(sum.get()).isNull();
        assertThat(count.get()).isNull();
        assertThat(total.value()).isZero();
        assertThat(backend.entryCount()).isZero();
    }

    @Test
    void whatHasExpiredIsNotWritten() throws IOException {
        ValueState<String> name = backend.state(NAME.withTtl(TEN));
        ListState<String> words = backend.state(WORDS.withTtl(TEN));
        for (int i = 0; i < 20; i++) {
            key(backend, "old-" + i);
            name.update("a");
            words.add("a");
        }
        backends.pass(5);
        for (int i = 0; i < 3; i++) {
            key(backend, "new-" + i);
            name.update("b");
        }
        key(backend, "old-7");
        words.add("b");
        backends.pass(5);
        for (KeyedStateIndex state :
                backends.written(backend).index().operators().get(0).keyedStates()) {
            int entries =
                    state.groups().stream().mapToInt(group -> group.entries()).sum();
            assertThat(entries).as(state.name()).isEqualTo(state.name().equals("name") ? 3 : 1);
            assertThat(state.timeToLive()).isEqualTo(StateMeta.TimeToLive.STAMPED);
        }
        KeyedStateBackend restored = backends.reopened(backend);
        ListState<String> again = restored.state(WORDS.withTtl(TEN));
        key(restored, "old-7");
        assertThat(again.get()).containsExactly("b");
        assertThat(restored.entryCount()).isEqualTo(1);
    }

    @Test
    void whatNobodyReadsIsSweptUp() {
        ValueState<String> name = backend.state(NAME.withTtl(TEN));
        ListState<String> words = backend.state(WORDS.withTtl(TEN));
        MapState<String, Bag> bags = backend.state(BAGS.withTtl(TEN));
        LongState kept = backend.state(LongStateDescriptor.of("kept"));
        for (long i = 0; i < 200; i++) {
            key(backend, i);
            name.update("a");
            words.add("a");
            bags.put("a", Bag.of(1));
            kept.add(1);
        }
        backends.pass(5);
        key(backend, 7L);
        words.add("b");
        backends.pass(5);
        int sweeps = 0;
        while (backend.entryCount() > 201) {
            backend.sweep(16);
            sweeps++;
        }
        assertThat(sweeps).isBetween(10, 1000);
        key(backend, 7L);
        assertThat(words.get()).containsExactly("b");
        assertThat(name.value()).isNull();
        assertThat(kept.value()).isEqualTo(1);
    }

    @Test
    void aSweepLeavesNoCurrentKeyAndHandlesFindTheirValuesAgain() {
        ValueState<String> name = backend.state(NAME.withTtl(TEN));
        key(backend, 1L);
        name.update("a");
        backend.sweep(1000);
        assertThatThrownBy(name::value).hasMessageContaining("no current key");
        key(backend, 1L);
        assertThat(name.value()).isEqualTo("a");
    }

    @Test
    void oneNameHasOneTimeToLive() {
        backend.state(NAME.withTtl(TEN));
        assertThat(backend.state(NAME.withTtl(TEN))).isSameAs(backend.state(NAME.withTtl(TEN)));
        assertThatThrownBy(() -> backend.state(NAME.withTtl(TEN.renewedByReads())))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("name=name")
                .hasMessageContaining("READ_AND_WRITE");
        assertThatThrownBy(() -> backend.state(NAME))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("name=name")
                .hasMessageContaining("with a time to live");
    }

    @Test
    void stateByNamespaceHasNone() {
        assertThatThrownBy(() -> backend.namespaced(NAME.withTtl(TEN)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("state=name");
    }

    @Test
    void aTimeToLiveIsAMillisecondOrMore() {
        assertThatThrownBy(() -> StateTtl.of(Duration.ZERO)).hasMessageContaining("duration=PT0S");
        assertThatThrownBy(() -> StateTtl.of(Duration.ofSeconds(Long.MAX_VALUE)))
                .hasMessageContaining("at least 1 ms");
        ValueState<String> name = backend.state(
                NAME.withTtl(StateTtl.of(Duration.ofMillis(Long.MAX_VALUE).minusSeconds(2))));
        key(backend, "k");
        name.update("a");
        backends.pass(1L << 50);
        assertThat(name.value()).isEqualTo("a");
    }

    /** Keeps what it counts in a bag. */
    private static final class CountWords implements AggregateFunction<String, Bag, Integer> {
        @Override
        public Bag createAccumulator() {
            return Bag.of(0);
        }

        @Override
        public Bag add(String element, Bag accumulator) {
            accumulator.add(element);
            return accumulator;
        }

        @Override
        public Integer getResult(Bag accumulator) {
            return Math.toIntExact(accumulator.count());
        }

        @Override
        public Bag merge(Bag left, Bag right) {
            right.items().forEach(left::add);
            return left;
        }
    }
}
