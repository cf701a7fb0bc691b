package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Every kind of state goes from heap backends through the checkpoint format into heap backends of another parallelism. */
class ThroughFilesTest {

    private static final String UID = "counter";
    private static final int CHAIN = 0;

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "job", 0, getClass().getClassLoader());

    @Seeds(10)
    void everyKindOfStateComesBackAtAnotherParallelism(long seed) throws IOException {
        KeyedStateBackend backend = BackendFixture.backend();
        StateModel model = new StateModel();
        StateOperations operations = new StateOperations(backend, model, new Random(seed));
        for (int step = 0; step < 300; step++) {
            operations.next();
        }
        Manifest manifest = written(1, List.of(backend));
        for (int parallelism : List.of(3, 2, 5)) {
            List<KeyedStateBackend> parts = restored(manifest, parallelism);
            MemoryKeyedState all = new MemoryKeyedState();
            parts.forEach(part -> all.plus(MemoryKeyedState.of(part.freeze())));
            assertThat(StateModelTest.textsOf(all)).isEqualTo(model.texts());
            manifest = written(1 + parallelism, parts);
        }
    }

    private Manifest written(long checkpointId, List<KeyedStateBackend> parts) throws IOException {
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            OperatorSnapshot operator = new OperatorSnapshot(UID, parts.get(i).freeze(), Map.of(), 0, false);
            SnapshotTarget target = new SnapshotTarget(checkpointId, 1, 1, CHAIN, i, parts.size(), MAX_PARALLELISM);
            entries.add(new SubtaskEntry(
                    CHAIN, i, List.of(UID), files.write(target, new SubtaskSnapshot(List.of(operator)))));
        }
        return new Manifest(
                Manifest.FORMAT_VERSION,
                "job",
                "L1",
                null,
                checkpointId,
                1,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "nonce-" + checkpointId,
                Map.of(UID, new OperatorScale(parts.size(), MAX_PARALLELISM)),
                Map.of(),
                entries);
    }

    private List<KeyedStateBackend> restored(Manifest manifest, int parallelism) throws IOException {
        OperatorTarget target = new OperatorTarget(UID, parallelism, MAX_PARALLELISM, OperatorTarget.Origin.EXPLICIT);
        RestorePlan plan = RestorePlan.of(
                manifest, List.of(new ChainTarget(CHAIN, List.of(target))), RestorePlan.Unclaimed.REFUSE);
        List<KeyedStateBackend> parts = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            RestoredKeyedState keyed = Objects.requireNonNull(
                            files.read(plan.slice(CHAIN, i)).operator(UID))
                    .keyed();
            KeyedStateBackend part =
                    BackendFixture.opened(KeyGroups.rangeOf(i, parallelism, MAX_PARALLELISM), MAX_PARALLELISM, keyed);
            StateOperations.register(part);
            assertThat(part.unclaimed()).isEmpty();
            parts.add(part);
        }
        return parts;
    }
}
