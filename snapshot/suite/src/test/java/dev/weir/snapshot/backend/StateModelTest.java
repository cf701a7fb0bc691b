package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Throws random operations of every kind of state, on few keys and namespaces, at a backend and at plain maps; freezes
 * now and then, and compares the frozen views only at the end, after much was changed in place.
 */
class StateModelTest {

    private static final int STEPS = 800;

    private record Frozen(KeyedSnapshot snapshot, Map<String, String> expected) {}

    @Seeds(100)
    void aBackendDoesWhatPlainMapsDo(long seed) {
        Random random = new Random(seed);
        KeyedStateBackend backend = BackendFixture.backend();
        StateModel model = new StateModel();
        StateOperations operations = new StateOperations(backend, model, random);
        List<Frozen> frozen = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            operations.next();
            if (random.nextInt(60) == 0) {
                frozen.add(new Frozen(backend.freeze(), model.texts()));
            }
            assertThat(backend.entryCount()).isEqualTo(model.size());
        }
        for (Frozen each : frozen) {
            assertThat(textsOf(MemoryKeyedState.of(each.snapshot()))).isEqualTo(each.expected());
            each.snapshot().release();
        }
    }

    @Seeds(40)
    void aRescaleKeepsEveryEntry(long seed) {
        Random random = new Random(seed);
        KeyedStateBackend backend = BackendFixture.backend();
        StateModel model = new StateModel();
        StateOperations operations = new StateOperations(backend, model, random);
        for (int step = 0; step < STEPS / 2; step++) {
            operations.next();
        }
        MemoryKeyedState stored = MemoryKeyedState.of(backend.freeze());
        for (int parallelism : List.of(2, 3, 5, 1)) {
            MemoryKeyedState rescaled = new MemoryKeyedState();
            for (int i = 0; i < parallelism; i++) {
                KeyedStateBackend part =
                        BackendFixture.restored(stored, KeyGroups.rangeOf(i, parallelism, MAX_PARALLELISM));
                StateOperations.register(part);
                assertThat(part.unclaimed()).isEmpty();
                rescaled.plus(MemoryKeyedState.of(part.freeze()));
            }
            assertThat(textsOf(rescaled)).isEqualTo(model.texts());
            stored = rescaled;
        }
    }

    static Map<String, String> textsOf(MemoryKeyedState stored) {
        Map<String, String> texts = new HashMap<>();
        for (String name : StateOperations.NAMES) {
            for (MemoryKeyedState.Stored each : stored.entriesOf(name)) {
                assertThat(each.keyGroup()).isEqualTo(BackendFixture.groupOf(each.key()));
                String before = texts.put(
                        StateModel.text(name, each.key(), each.namespace()),
                        each.value().toString());
                assertThat(before).isNull();
            }
        }
        return texts;
    }
}
