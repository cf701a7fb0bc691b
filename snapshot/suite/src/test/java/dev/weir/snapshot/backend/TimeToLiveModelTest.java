package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Throws writes, reads, time, sweeps, freezes, roll-backs and savepoints, with the time to live switched off, on and
 * changed by restores, at a backend and at plain maps that know when each value was used.
 */
class TimeToLiveModelTest {

    private static final int STEPS = 400;

    /** A value with the time of its last use. */
    private record Dated<T>(T value, long at) {}

    /** What one key holds. */
    private static final class Model {
        private @Nullable Dated<Bag> bag;
        private @Nullable Dated<Long> sum;
        private List<Dated<String>> words = new ArrayList<>();
        private Map<String, Dated<Bag>> bags = new LinkedHashMap<>();
    }

    private static final class World {
        private final ClockedBackends backends = new ClockedBackends();
        private final Random random;
        private Map<Object, Model> models = new HashMap<>();
        private KeyedStateBackend backend = backends.empty();
        private @Nullable StateTtl ttl;
        private ValueState<Bag> bag;
        private LongState sum;
        private ListState<String> words;
        private MapState<String, Bag> bags;

        World(Random random) {
            this.random = random;
            register();
        }

        private void register() {
            ValueStateDescriptor<Bag> one = ValueStateDescriptor.of("bag", Bag.class);
            ListStateDescriptor<String> list = ListStateDescriptor.of("words", String.class);
            MapStateDescriptor<String, Bag> map = MapStateDescriptor.of("bags", String.class, Bag.class);
            LongStateDescriptor number = LongStateDescriptor.of("sum");
            StateTtl now = ttl;
            bag = backend.state(now == null ? one : one.withTtl(now));
            words = backend.state(now == null ? list : list.withTtl(now));
            bags = backend.state(now == null ? map : map.withTtl(now));
            sum = backend.state(now == null ? number : number.withTtl(now));
        }

        private boolean lives(@Nullable Dated<?> dated) {
            return dated != null
                    && (ttl == null
                            || backends.nowMillis() - dated.at < ttl.duration().toMillis());
        }

        private boolean renews() {
            return ttl != null && ttl.update() == StateTtl.Update.READ_AND_WRITE;
        }

        private <T> Dated<T> now(T value) {
            return new Dated<>(value, backends.nowMillis());
        }

        private Model select() {
            Object key = random.nextBoolean() ? (Object) (long) random.nextInt(6) : "key-" + random.nextInt(6);
            key(backend, key);
            Model model = models.computeIfAbsent(key, each -> new Model());
            model.words.removeIf(each -> !lives(each));
            model.bags.values().removeIf(each -> !lives(each));
            model.bag = lives(model.bag) ? model.bag : null;
            model.sum = lives(model.sum) ? model.sum : null;
            return model;
        }

        void step() throws IOException {
            switch (random.nextInt(14)) {
                case 0, 1 -> write(select());
                case 2, 3 -> writeMap(select());
                case 4, 5, 6 -> read(select());
                case 7 -> mutate(select());
                case 8 -> clear(select());
                case 9, 10 -> backends.pass(random.nextInt(12));
                case 11 -> backend.sweep(random.nextInt(40));
                case 12 -> backend.freeze().release();
                default -> {
                    if (random.nextInt(8) == 0) {
                        restart();
                    }
                }
            }
        }

        private void write(Model model) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    Bag fresh = Bag.of(random.nextInt(9), "new");
                    bag.update(fresh);
                    model.bag = now(copy(fresh));
                    fresh.add("not stored");
                }
                case 1 -> {
                    Long before = model.sum == null ? Long.valueOf(0) : model.sum.value;
                    long delta = random.nextInt(5);
                    assertThat(sum.add(delta)).isEqualTo(before + delta);
                    model.sum = now(before + delta);
                }
                case 2 -> {
                    words.addAll(List.of("a", "b"));
                    model.words.add(now("a"));
                    model.words.add(now("b"));
                }
                default -> {
                    words.update(List.of("z"));
                    model.words = new ArrayList<>(List.of(now("z")));
                }
            }
        }

        private void writeMap(Model model) {
            String name = "m" + random.nextInt(4);
            if (random.nextInt(3) == 0) {
                bags.remove(name);
                model.bags.remove(name);
            } else {
                Bag fresh = Bag.of(random.nextInt(9));
                bags.put(name, fresh);
                model.bags.put(name, now(copy(fresh)));
                fresh.add("not stored");
            }
        }

        private void mutate(Model model) {
            Bag handedOut = bag.value();
            assertThat(handedOut).isEqualTo(valueOf(model.bag));
            if (handedOut != null) {
                handedOut.add("more");
                Bag after = copy(handedOut);
                long at = renews() ? backends.nowMillis() : Objects.requireNonNull(model.bag).at;
                if (random.nextBoolean()) {
                    bag.update(handedOut);
                    at = backends.nowMillis();
                }
                model.bag = new Dated<>(after, at);
            }
        }

        private void clear(Model model) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    bag.clear();
                    model.bag = null;
                }
                case 1 -> {
                    words.clear();
                    model.words.clear();
                }
                default -> {
                    bags.clear();
                    model.bags.clear();
                }
            }
        }

        private void read(Model model) {
            assertThat(sum.isSet()).isEqualTo(model.sum != null);
            assertThat(bags.size()).isEqualTo(model.bags.size());
            assertThat(bags.isEmpty()).isEqualTo(model.bags.isEmpty());
            assertThat(bag.value()).isEqualTo(valueOf(model.bag));
            assertThat(sum.value()).isEqualTo(model.sum == null ? 0 : model.sum.value);
            assertThat(words.get())
                    .containsExactlyElementsOf(
                            model.words.stream().map(Dated::value).toList());
            Map<String, @Nullable Bag> entries = new HashMap<>();
            bags.entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
            Map<String, @Nullable Bag> expected = new HashMap<>();
            model.bags.forEach((name, dated) -> expected.put(name, dated.value));
            assertThat(entries).isEqualTo(expected);
            if (renews()) {
                model.bag = model.bag == null ? null : now(model.bag.value);
                model.sum = model.sum == null ? null : now(model.sum.value);
                model.words.replaceAll(each -> now(each.value));
                model.bags.replaceAll((name, each) -> now(each.value));
            }
        }

        /** From a savepoint with whatever time to live, or from a frozen view with the same. */
        private void restart() throws IOException {
            if (random.nextInt(3) == 0) {
                backend = backends.from(backend.freeze().asRestored());
                register();
                return;
            }
            models.values().forEach(this::dropExpired);
            KeyedStateBackend restored = backends.reopened(backend);
            StateTtl before = ttl;
            ttl = switch (random.nextInt(3)) {
                case 0 -> null;
                case 1 -> StateTtl.of(Duration.ofMillis(1 + random.nextInt(40)));
                default ->
                    StateTtl.of(Duration.ofMillis(1 + random.nextInt(40))).renewedByReads();
            };
            if (before == null) {
                models.values().forEach(this::renewAll);
            }
            backend = restored;
            register();
        }

        private void dropExpired(Model model) {
            model.words.removeIf(each -> !lives(each));
            model.bags.values().removeIf(each -> !lives(each));
            model.bag = lives(model.bag) ? model.bag : null;
            model.sum = lives(model.sum) ? model.sum : null;
        }

        private void renewAll(Model model) {
            model.bag = model.bag == null ? null : now(model.bag.value);
            model.sum = model.sum == null ? null : now(model.sum.value);
            model.words.replaceAll(each -> now(each.value));
            model.bags.replaceAll((name, each) -> now(each.value));
        }

        private static Bag copy(Bag bag) {
            return Bag.of(bag.count(), bag.items().toArray(new String[0]));
        }

        private static @Nullable Bag valueOf(@Nullable Dated<Bag> dated) {
            return dated == null ? null : dated.value;
        }
    }

    @Seeds(200)
    void aBackendForgetsWhenPlainMapsDo(long seed) throws IOException {
        World world = new World(new Random(seed));
        for (int step = 0; step < STEPS; step++) {
            world.step();
        }
    }
}
