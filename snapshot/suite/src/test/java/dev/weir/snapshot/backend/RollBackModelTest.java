package dev.weir.snapshot.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Backends go on from frozen views again and again, sometimes several from one view, while the backends that were left
 * behind go on writing: each does what plain maps do, and no view ever changes.
 */
class RollBackModelTest {

    private static final int ATTEMPTS = 12;

    /** What was frozen, and what it should hold. */
    private record Version(RestoredKeyedState state, StateModel model, Map<String, String> expected) {}

    private record Attempt(KeyedStateBackend backend, StateModel model, StateOperations operations) {}

    private final List<Version> versions = new ArrayList<>();

    @Seeds(60)
    void aViewCanBeRolledBackToAnyNumberOfTimes(long seed) throws IOException {
        Random random = new Random(seed);
        Attempt current = attempt(null, random);
        List<Attempt> leftBehind = new ArrayList<>();
        for (int i = 0; i < ATTEMPTS; i++) {
            run(current, random);
            for (Attempt zombie : leftBehind) {
                zombie.operations().next();
                assertThat(zombie.backend().entryCount())
                        .isEqualTo(zombie.model().size());
            }
            leftBehind.add(current);
            int back = random.nextInt(Math.min(2, versions.size()) + 1);
            current = attempt(back == 0 ? null : versions.get(versions.size() - back), random);
        }
        for (Version version : versions) {
            assertThat(textsOf(version.state())).isEqualTo(version.expected());
        }
    }

    private static Attempt attempt(@Nullable Version from, Random random) {
        KeyedStateBackend backend = BackendFixture.restored(from == null ? RestoredKeyedState.EMPTY : from.state());
        StateModel model = from == null ? new StateModel() : from.model().copy();
        StateOperations operations = new StateOperations(backend, model, random);
        assertThat(backend.unclaimed()).isEmpty();
        assertThat(backend.entryCount()).isEqualTo(model.size());
        return new Attempt(backend, model, operations);
    }

    /** Some steps, with a view or none on the way. */
    private void run(Attempt attempt, Random random) {
        int steps = random.nextInt(120);
        for (int step = 0; step < steps; step++) {
            attempt.operations().next();
            if (random.nextInt(40) == 0) {
                KeyedSnapshot frozen = attempt.backend().freeze();
                versions.add(new Version(
                        frozen.asRestored(),
                        attempt.model().copy(),
                        attempt.model().texts()));
                frozen.release();
            }
        }
        KeyedSnapshot end = attempt.backend().freeze();
        assertThat(StateModelTest.textsOf(MemoryKeyedState.of(end)))
                .isEqualTo(attempt.model().texts());
    }

    private static Map<String, String> textsOf(RestoredKeyedState state) {
        KeyedStateBackend backend = BackendFixture.restored(state);
        StateOperations.register(backend);
        return StateModelTest.textsOf(MemoryKeyedState.of(backend.freeze()));
    }
}
