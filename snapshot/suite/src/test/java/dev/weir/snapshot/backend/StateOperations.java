package dev.weir.snapshot.backend;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random operations on every kind of state, done to a backend and to its model. */
final class StateOperations {

    static final List<String> NAMES = List.of(
            "value", "int", "bag", "long", "list", "bags", "map", "counts", "max", "sum", "collect", "pane", "panes");

    private static final ValueStateDescriptor<String> VALUE = ValueStateDescriptor.of("value", String.class);
    private static final ValueStateDescriptor<Integer> INT = ValueStateDescriptor.of("int", Integer.class);
    private static final ValueStateDescriptor<Bag> BAG = ValueStateDescriptor.of("bag", Bag.class);
    private static final LongStateDescriptor LONG = LongStateDescriptor.of("long");
    private static final ListStateDescriptor<String> LIST = ListStateDescriptor.of("list", String.class);
    private static final ListStateDescriptor<Bag> BAGS = ListStateDescriptor.of("bags", Bag.class);
    private static final MapStateDescriptor<String, Bag> MAP = MapStateDescriptor.of("map", String.class, Bag.class);
    private static final MapStateDescriptor<String, Integer> COUNTS =
            MapStateDescriptor.of("counts", String.class, Integer.class);
    private static final ReducingStateDescriptor<Bag> MAX =
            ReducingStateDescriptor.of("max", (left, right) -> left.count() >= right.count() ? left : right, Bag.class);
    private static final AggregatingStateDescriptor<Long, Long, Long> SUM =
            AggregatingStateDescriptor.of("sum", new Sum(), Long.class);
    private static final AggregatingStateDescriptor<Bag, Bags, Integer> COLLECT =
            AggregatingStateDescriptor.of("collect", new Collect(), Bags.class);
    private static final LongStateDescriptor PANE = LongStateDescriptor.of("pane");
    private static final ListStateDescriptor<Bag> PANES = ListStateDescriptor.of("panes", Bag.class);

    private static final List<Object> KEYS = List.of(
            1L, 2L, 3L, 0L, -1L, "a", "b", "AaAa", "BBBB", "polygenelubricants", List.of(1L), Integer.MIN_VALUE);

    private final KeyedStateBackend backend;
    private final StateModel model;
    private final Random random;
    private int counter;
    private Object key = "";

    StateOperations(KeyedStateBackend backend, StateModel model, Random random) {
        this.backend = backend;
        this.model = model;
        this.random = random;
        register(backend);
    }

    static void register(KeyedStateBackend backend) {
        for (StateDescriptor<? extends State> each :
                List.of(VALUE, INT, BAG, LONG, LIST, BAGS, MAP, COUNTS, MAX, SUM, COLLECT)) {
            backend.state(each);
        }
        backend.namespaced(PANE);
        backend.namespaced(PANES);
    }

    /** One record: sets a key, then does some operations. */
    void next() {
        key = KEYS.get(random.nextInt(KEYS.size()));
        BackendFixture.key(backend, key);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            counter++;
            switch (random.nextInt(12)) {
                case 0 -> value();
                case 1 -> integer();
                case 2, 3 -> bag();
                case 4 -> number();
                case 5 -> list();
                case 6 -> bags(backend.state(BAGS), place("bags", null));
                case 7 -> map();
                case 8 -> folds();
                case 9 -> iterateMap();
                case 10 -> counts();
                default -> panes();
            }
        }
    }

    private String place(String state, @Nullable Object namespace) {
        return StateModel.text(state, key, namespace);
    }

    private boolean rarely() {
        return random.nextInt(6) == 0;
    }

    private void value() {
        ValueState<String> state = backend.state(VALUE);
        assertThat(state.value()).isEqualTo(model.get(place("value", null)));
        String next = rarely() ? null : "v" + counter;
        state.update(next);
        model.change(place("value", null), old -> next);
        assertThat(state.value()).isEqualTo(next);
    }

    private void integer() {
        ValueState<Integer> state = backend.state(INT);
        assertThat(state.value()).isEqualTo(model.get(place("int", null)));
        Integer next = rarely() ? null : (Integer) counter;
        state.update(next);
        model.change(place("int", null), old -> next);
    }

    private void bag() {
        ValueState<Bag> state = backend.state(BAG);
        Bag given = state.value();
        assertThat(given).isEqualTo(model.get(place("bag", null)));
        if (given == null || rarely()) {
            Bag fresh = Bag.of(counter);
            state.update(fresh);
            fresh.add("the user's own");
            model.change(place("bag", null), old -> Bag.of(counter));
        } else if (rarely()) {
            state.clear();
            model.change(place("bag", null), old -> null);
        } else {
            given.add("x" + counter);
            model.change(place("bag", null), old -> added(old, "x" + counter));
        }
    }

    private static Object added(@Nullable Object old, String item) {
        Bag bag = (Bag) Objects.requireNonNull(old);
        bag.add(item);
        return bag;
    }

    private void number() {
        LongState state = backend.state(LONG);
        Object before = model.get(place("long", null));
        assertThat(state.isSet()).isEqualTo(before != null);
        assertThat(state.value()).isEqualTo(before == null ? 0L : before);
        if (rarely()) {
            state.clear();
            model.change(place("long", null), old -> null);
        } else {
            long sum = state.add(counter);
            model.change(place("long", null), old -> sum);
            assertThat(sum).isEqualTo(counter + (before == null ? 0L : (Long) before));
        }
    }

    private void list() {
        ListState<String> state = backend.state(LIST);
        assertThat(state.get()).isEqualTo(Objects.requireNonNullElse(model.get(place("list", null)), List.of()));
        if (rarely()) {
            state.update(List.of("u" + counter));
            model.change(place("list", null), old -> new ArrayList<>(List.of("u" + counter)));
        } else if (rarely()) {
            state.update(List.of());
            model.change(place("list", null), old -> null);
        } else {
            state.addAll(List.of("a" + counter, "b"));
            model.change(place("list", null), old -> appended(old, "a" + counter, "b"));
        }
    }

    private static Object appended(@Nullable Object old, Object... elements) {
        List<Object> list = old == null ? new ArrayList<>() : Unchecked.cast(old);
        list.addAll(List.of(elements));
        return list;
    }

    private void bags(ListState<Bag> state, String place) {
        List<Object> expected = Unchecked.cast(Objects.requireNonNullElse(model.get(place), List.of()));
        if (random.nextBoolean()) {
            int index = 0;
            for (Bag bag : state.get()) {
                assertThat(bag).isEqualTo(expected.get(index));
                bag.add("i" + counter);
                added(expected.get(index++), "i" + counter);
            }
            assertThat(index).isEqualTo(expected.size());
        }
        Bag mine = Bag.of(counter);
        state.add(mine);
        mine.add("the user's own");
        model.change(place, old -> appended(old, Bag.of(counter)));
        if (rarely()) {
            state.clear();
            model.change(place, old -> null);
        }
    }

    private void map() {
        MapState<String, Bag> state = backend.state(MAP);
        Map<String, Bag> expected = mapModel();
        String mapKey = "m" + random.nextInt(5);
        assertThat(state.contains(mapKey)).isEqualTo(expected.containsKey(mapKey));
        assertThat(state.size()).isEqualTo(expected.size());
        Bag given = state.get(mapKey);
        assertThat(given).isEqualTo(expected.get(mapKey));
        if (given != null && random.nextBoolean()) {
            given.add("g" + counter);
            Objects.requireNonNull(expected.get(mapKey)).add("g" + counter);
        } else if (rarely()) {
            state.remove(mapKey);
            expected.remove(mapKey);
        } else {
            Bag mine = Bag.of(counter);
            state.put(mapKey, mine);
            mine.add("the user's own");
            expected.put(mapKey, Bag.of(counter));
        }
        model.change(place("map", null), old -> expected.isEmpty() ? null : expected);
        assertThat(state.isEmpty()).isEqualTo(expected.isEmpty());
    }

    private Map<String, Bag> mapModel() {
        Object stored = model.get(place("map", null));
        return stored == null ? new LinkedHashMap<>() : Unchecked.cast(stored);
    }

    private void iterateMap() {
        MapState<String, Bag> state = backend.state(MAP);
        Map<String, Bag> expected = mapModel();
        Iterator<Map.Entry<String, @Nullable Bag>> entries = state.entries().iterator();
        for (String mapKey : List.copyOf(expected.keySet())) {
            Map.Entry<String, @Nullable Bag> entry = entries.next();
            assertThat(entry.getKey()).isEqualTo(mapKey);
            assertThat(entry.getValue()).isEqualTo(expected.get(mapKey));
            if (rarely()) {
                entries.remove();
                expected.remove(mapKey);
            } else if (rarely()) {
                entry.setValue(Bag.of(-counter));
                expected.put(mapKey, Bag.of(-counter));
            }
        }
        assertThat(entries.hasNext()).isFalse();
        model.change(place("map", null), old -> expected.isEmpty() ? null : expected);
    }

    /** Writes without reading first. */
    private void counts() {
        MapState<String, Integer> state = backend.state(COUNTS);
        String mapKey = "c" + random.nextInt(4);
        boolean removed = random.nextInt(3) == 0;
        int written = counter;
        if (removed) {
            state.remove(mapKey);
        } else {
            state.put(mapKey, written);
        }
        model.change(place("counts", null), old -> {
            Map<String, Integer> counts = old == null ? new LinkedHashMap<>() : Unchecked.cast(old);
            if (removed) {
                counts.remove(mapKey);
            } else {
                counts.put(mapKey, written);
            }
            return counts.isEmpty() ? null : counts;
        });
    }

    private void folds() {
        ReducingState<Bag> max = backend.state(MAX);
        Bag element = Bag.of(random.nextInt(50), "e");
        max.add(element);
        model.change(
                place("max", null),
                old -> old == null || ((Bag) old).count() < element.count() ? Bag.of(element.count(), "e") : old);
        element.add("the user's own");
        assertThat(max.get()).isEqualTo(model.get(place("max", null)));

        AggregatingState<Long, Long> sum = backend.state(SUM);
        sum.add((long) counter);
        model.change(place("sum", null), old -> (old == null ? 0 : (Long) old) + counter);
        assertThat(sum.get()).isEqualTo(model.get(place("sum", null)));

        AggregatingState<Bag, Integer> collect = backend.state(COLLECT);
        collect.add(element);
        model.change(place("collect", null), old -> Bags.of(old, Bag.of(element.count(), "e", "the user's own")));
        element.add("more of it");
        if (rarely()) {
            collect.clear();
            model.change(place("collect", null), old -> null);
            assertThat(collect.get()).isNull();
        }
    }

    private void panes() {
        long namespace = (random.nextInt(4) - 1L) * 60_000;
        LongState pane = backend.namespaced(PANE).at(namespace);
        Object before = model.get(place("pane", namespace));
        assertThat(pane.value()).isEqualTo(before == null ? 0L : before);
        pane.update(counter);
        model.change(place("pane", namespace), old -> (long) counter);
        bags(backend.namespaced(PANES).at(namespace), place("panes", namespace));
        if (rarely()) {
            pane.clear();
            model.change(place("pane", namespace), old -> null);
        }
    }

    /** A mutable accumulator that keeps what it is given. */
    static final class Bags {
        private final List<Bag> all = new ArrayList<>();

        static Bags of(@Nullable Object old, Bag added) {
            Bags bags = old == null ? new Bags() : (Bags) old;
            bags.all.add(added);
            return bags;
        }

        @Override
        public String toString() {
            return all.toString();
        }
    }

    private static final class Collect implements AggregateFunction<Bag, Bags, Integer> {
        @Override
        public Bags createAccumulator() {
            return new Bags();
        }

        @Override
        public Bags add(Bag element, Bags accumulator) {
            accumulator.all.add(element);
            return accumulator;
        }

        @Override
        public Integer getResult(Bags accumulator) {
            return accumulator.all.size();
        }

        @Override
        public Bags merge(Bags left, Bags right) {
            left.all.addAll(right.all);
            return left;
        }
    }

    private static final class Sum implements AggregateFunction<Long, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long element, Long accumulator) {
            return accumulator + element;
        }

        @Override
        public Long getResult(Long accumulator) {
            return accumulator;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }
    }
}
