package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static dev.weir.snapshot.backend.BackendFixture.backend;
import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RollBackTest {

    private static final ValueStateDescriptor<Bag> BAG = ValueStateDescriptor.of("bag", Bag.class);
    private static final LongStateDescriptor COUNT = LongStateDescriptor.of("count");

    private final KeyedStateBackend backend = backend();

    private static RestoredKeyedState kept(KeyedStateBackend backend) {
        KeyedSnapshot frozen = backend.freeze();
        RestoredKeyedState kept = frozen.asRestored();
        frozen.release();
        return kept;
    }

    @Test
    void aMutableValueIsCopiedBeforeItIsHandedOut() {
        ValueState<Bag> before = backend.state(BAG);
        key(backend, "a");
        before.update(Bag.of(1, "frozen"));
        RestoredKeyedState kept = kept(backend);
        for (int attempt = 0; attempt < 3; attempt++) {
            KeyedStateBackend rolledBack = BackendFixture.restored(kept);
            ValueState<Bag> bag = rolledBack.state(BAG);
            key(rolledBack, "a");
            assertThat(bag.value()).isEqualTo(Bag.of(1, "frozen"));
            Objects.requireNonNull(bag.value()).add("written in attempt " + attempt);
        }
    }

    @Tag("heap") // what a view keeps in memory
    @Test
    void aStateOfAnotherTypeIsRefusedAndBothTypesAreNamed() {
        ListStateDescriptor<String> texts = ListStateDescriptor.of("state", String.class);
        key(backend, 1L);
        backend.state(texts).add("text");
        RestoredKeyedState kept = kept(backend);
        refuses(kept, ListStateDescriptor.of("state", Long.class), "stored class=java.lang.String");
        refuses(kept, LongStateDescriptor.of("state"), "restored as what it was stored");
    }

    private static void refuses(RestoredKeyedState kept, StateDescriptor<?> descriptor, String message) {
        KeyedStateBackend rolledBack = BackendFixture.restored(kept);
        assertThatThrownBy(() -> rolledBack.state(descriptor))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aStateThatIsDeclaredMoreWidelyIsGivenCopies() {
        key(backend, 1L);
        backend.state(BAG).update(Bag.of(1, "frozen"));
        RestoredKeyedState kept = kept(backend);
        for (int attempt = 0; attempt < 2; attempt++) {
            KeyedStateBackend rolledBack = BackendFixture.restored(kept);
            ValueState<Object> wide = rolledBack.state(ValueStateDescriptor.of("bag", Object.class));
            key(rolledBack, 1L);
            Bag bag = (Bag) Objects.requireNonNull(wide.value());
            assertThat(bag).isEqualTo(Bag.of(1, "frozen"));
            bag.add("written");
        }
    }

    @Test
    void aBackendOfOtherKeyGroupsTakesNoneThatAreNotItsOwn() {
        LongState count = backend.state(COUNT);
        for (long k = 0; k < 20; k++) {
            key(backend, k);
            count.update(k);
        }
        RestoredKeyedState kept = kept(backend);
        KeyedStateBackend part = BackendFixture.opened(KeyGroups.rangeOf(0, 3, MAX_PARALLELISM), MAX_PARALLELISM, kept);
        assertThatThrownBy(() -> part.state(COUNT)).hasMessageContaining("its own key groups only");
    }

    @Tag("heap") // what a view keeps in memory
    @Test
    void whatAViewTakesGrowsWithItsEntries() {
        LongState count = backend.state(COUNT);
        long before = backend.freeze().heapBytes();
        for (long k = 0; k < 10_000; k++) {
            key(backend, k);
            count.update(k);
        }
        backend.timers("t").register(0, 5);
        assertThat(before).isZero();
        assertThat(backend.freeze().heapBytes()).isBetween(10_000L * 20, 10_000L * 100);
    }

    @Seeds(40)
    void timersAreRolledBackToAnyNumberOfTimes(long seed) {
        Random random = new Random(seed);
        backend.timers("t");
        RestoredKeyedState kept = kept(backend);
        NavigableSet<String> expected = new TreeSet<>();
        List<KeyedStateBackend> leftBehind = new ArrayList<>();
        for (int attempt = 0; attempt < 20; attempt++) {
            KeyedStateBackend current = BackendFixture.restored(kept);
            NavigableSet<String> model = new TreeSet<>(expected);
            change(current.timers("t"), current, model, random);
            leftBehind.forEach(zombie -> change(zombie.timers("t"), zombie, new TreeSet<>(), random));
            leftBehind.add(current);
            if (random.nextBoolean()) {
                kept = kept(current);
                change(current.timers("t"), current, new TreeSet<>(), random);
                expected = model;
            } else {
                assertThat(texts(kept(current))).isEqualTo(model);
            }
        }
        assertThat(texts(kept)).isEqualTo(expected);
    }

    private static void change(
            TimerQueue timers, KeyedStateBackend backend, NavigableSet<String> model, Random random) {
        for (int i = random.nextInt(40); i > 0; i--) {
            long k = random.nextInt(5);
            long timestamp = random.nextInt(30);
            key(backend, k);
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    timers.delete(0, timestamp);
                    model.remove(k + "@" + timestamp);
                }
                case 2 -> {
                    if (timers.pollDue(timestamp)) {
                        model.remove(backend.currentKey() + "@" + timers.polledTimestamp());
                    }
                }
                default -> {
                    timers.register(0, timestamp);
                    model.add(k + "@" + timestamp);
                }
            }
        }
    }

    /** Taken out one by one, in their order. */
    private static NavigableSet<String> texts(RestoredKeyedState kept) {
        KeyedStateBackend backend = BackendFixture.restored(kept);
        TimerQueue timers = backend.timers("t");
        NavigableSet<String> texts = new TreeSet<>();
        long last = Long.MIN_VALUE;
        while (timers.pollDue(Long.MAX_VALUE)) {
            assertThat(timers.polledTimestamp()).isGreaterThanOrEqualTo(last);
            last = timers.polledTimestamp();
            assertThat(texts.add(backend.currentKey() + "@" + last)).isTrue();
        }
        return texts;
    }
}
