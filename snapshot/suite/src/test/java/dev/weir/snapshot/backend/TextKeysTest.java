package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * String keys of every kind, long keys and others in one table, put, changed and removed at random: with their words, as
 * the sender packed them, and without; through freezes, restores and rescales. Models are plain maps.
 */
class TextKeysTest {

    private static final int STEPS = 3000;
    private static final LongStateDescriptor COUNT = LongStateDescriptor.of("count");
    private static final ValueStateDescriptor<String> NOTE = ValueStateDescriptor.of("note", String.class);
    private static final LongStateDescriptor PANE = LongStateDescriptor.of("pane");
    private static final List<String> NAMES = List.of("count", "note", "pane");

    private record Place(String state, Object key, long namespace) {}

    private record Frozen(KeyedSnapshot snapshot, Map<Place, Object> expected) {}

    private static final class Run {
        private final Random random;
        private final List<Object> keys;
        private final Map<Place, Object> model = new HashMap<>();
        private final List<Frozen> frozen = new ArrayList<>();
        private KeyedStateBackend backend = BackendFixture.backend();

        Run(long seed) {
            random = new Random(seed);
            keys = new ArrayList<>(TextKeys.of(random));
            if (random.nextBoolean()) {
                keys.addAll(List.of(1L, 97L, 'a', List.of("a"), 97));
            }
            register(backend);
        }

        void step() {
            Object key = keys.get(random.nextInt(keys.size()));
            set(key);
            assertThat(backend.currentKey()).isEqualTo(key);
            switch (random.nextInt(3)) {
                case 0 -> count(key);
                case 1 -> note(key);
                default -> pane(key, random.nextInt(3));
            }
            assertThat(backend.entryCount()).isEqualTo(model.size());
            if (random.nextInt(200) == 0) {
                frozen.add(new Frozen(backend.freeze(), Map.copyOf(model)));
            }
            if (random.nextInt(1000) == 0) {
                backend = BackendFixture.reopened(backend);
                register(backend);
            }
        }

        private void set(Object key) {
            Object same = key instanceof String text ? TextKeys.fresh(text) : key;
            int hash = KeyGroups.murmur(StableHash.hashOf(same));
            long[] words = new long[PackedText.WORDS];
            switch (random.nextInt(3)) {
                case 0 -> BackendFixture.key(backend, same);
                case 1 -> backend.setCurrentKey(same, 0, PackedText.NONE, hash, hash % MAX_PARALLELISM);
                default -> {
                    if (same instanceof String text) {
                        PackedText.pack(text, words, 0);
                    }
                    backend.setCurrentKey(same, words[0], words[1], hash, hash % MAX_PARALLELISM);
                }
            }
        }

        private void count(Object key) {
            LongState state = backend.state(COUNT);
            Place place = new Place("count", key, 0);
            assertThat(state.value()).isEqualTo(model.getOrDefault(place, 0L));
            if (removes()) {
                state.clear();
                model.remove(place);
            } else {
                model.put(place, state.add(1));
            }
        }

        private void note(Object key) {
            ValueState<String> state = backend.state(NOTE);
            Place place = new Place("note", key, 0);
            assertThat(state.value()).isEqualTo(model.get(place));
            if (removes()) {
                state.clear();
                model.remove(place);
            } else {
                String note = "note " + random.nextInt();
                state.update(note);
                model.put(place, note);
            }
        }

        private void pane(Object key, long namespace) {
            LongState state = backend.namespaced(PANE).at(namespace);
            Place place = new Place("pane", key, namespace);
            assertThat(state.value()).isEqualTo(model.getOrDefault(place, 0L));
            if (removes()) {
                state.clear();
                model.remove(place);
            } else {
                model.put(place, state.add(3));
            }
        }

        /** In phases, so that tables grow large and shrink again. */
        private boolean removes() {
            return random.nextInt(4) < (model.size() > 250 ? 3 : 1);
        }
    }

    private static void register(KeyedStateBackend backend) {
        backend.state(COUNT);
        backend.state(NOTE);
        backend.namespaced(PANE);
    }

    @Seeds(100)
    void keysThatAreEqualMeetOneEntryAndOthersNever(long seed) {
        Run run = new Run(seed);
        for (int step = 0; step < STEPS; step++) {
            run.step();
        }
        for (Frozen each : run.frozen) {
            assertThat(entriesOf(MemoryKeyedState.of(each.snapshot()))).isEqualTo(each.expected());
        }
    }

    @Seeds(20)
    void aRescaleKeepsEveryKey(long seed) {
        Run run = new Run(seed);
        for (int step = 0; step < STEPS; step++) {
            run.step();
        }
        MemoryKeyedState stored = MemoryKeyedState.of(run.backend.freeze());
        for (int parallelism : List.of(3, 2, 5, 1)) {
            MemoryKeyedState rescaled = new MemoryKeyedState();
            for (int i = 0; i < parallelism; i++) {
                KeyedStateBackend part =
                        BackendFixture.restored(stored, KeyGroups.rangeOf(i, parallelism, MAX_PARALLELISM));
                register(part);
                rescaled.plus(MemoryKeyedState.of(part.freeze()));
            }
            assertThat(entriesOf(rescaled)).isEqualTo(run.model);
            stored = rescaled;
        }
    }

    private static Map<Place, Object> entriesOf(MemoryKeyedState stored) {
        Map<Place, Object> entries = new HashMap<>();
        for (String name : NAMES) {
            for (MemoryKeyedState.Stored each : stored.entriesOf(name)) {
                assertThat(each.keyGroup()).isEqualTo(BackendFixture.groupOf(each.key()));
                Place place = new Place(name, each.key(), each.namespace() == null ? 0 : (Long) each.namespace());
                assertThat(entries.put(place, each.value())).isNull();
            }
        }
        return entries;
    }
}
