package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.segment.FakeKeyedSnapshot.Entry;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.snapshot.storage.PublishOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointRoundTripTest {

    private static final StateMeta SUM = new StateMeta("sum", StateKind.LONG, NamespaceKind.NONE, List.of());
    private static final StateMeta WORDS =
            new StateMeta("words", StateKind.LIST, NamespaceKind.LONG, List.of(TypeHint.of(String.class)));
    private static final StateMeta SEEN = new StateMeta(
            "seen",
            StateKind.MAP,
            NamespaceKind.NONE,
            List.of(TypeHint.of(String.class), new TypeHint<List<Integer>>() {}));

    private static FakeKeyedSnapshot keyed() {
        return new FakeKeyedSnapshot()
                .add(SUM, 3, new Entry("a", null, 7L))
                .add(SUM, 9, new Entry("b", null, Long.MIN_VALUE))
                .add(WORDS, 3, new Entry("a", -5L, List.of("x", "y")))
                .add(SEEN, 4, new Entry("c", null, Map.of("k", List.of(1, 2))));
    }

    private static SubtaskSnapshot snapshot(FakeKeyedSnapshot keyed) {
        OperatorStateBlock positions =
                new OperatorStateBlock(Redistribution.SPLIT, List.of(new byte[] {1}, new byte[] {2, 3}));
        return new SubtaskSnapshot(
                List.of(new OperatorSnapshot("counter", keyed, Map.of("positions", positions), 42, false)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1 << 20})
    void whatWasPublishedIsRestored(int inlineThresholdBytes) throws IOException {
        CheckpointStorage storage = new MemoryStorage();
        JobStore store = JobStore.open(storage, "job-1");
        Claim claim = store.claim();
        store.recordLineage("L1", null);
        long id = store.reserveIds(10);
        SnapshotFiles files = new SnapshotFiles(
                storage, store.jobFolder(), inlineThresholdBytes, getClass().getClassLoader());
        FakeKeyedSnapshot keyed = keyed();
        SubtaskStateHandle handle = files.write(new SnapshotTarget(id, claim.epoch(), 1, 0, 0, 1, 10), snapshot(keyed));
        assertThat(keyed.releases()).isEqualTo(1);
        assertThat(handle.files()).hasSize(inlineThresholdBytes == 0 ? 1 : 0);
        assertThat(store.publish(manifest(id, claim.epoch(), handle), 1)).isEqualTo(PublishOutcome.PUBLISHED);

        JobStore successor = JobStore.open(storage, "job-1");
        Manifest read = successor.read(successor.claim().newest().orElseThrow());
        ChainTarget chain =
                new ChainTarget(5, List.of(new OperatorTarget("counter", 1, 128, OperatorTarget.Origin.DERIVED)));
        RestorePlan plan = RestorePlan.of(read, List.of(chain), RestorePlan.Unclaimed.REFUSE);
        RestoredSubtask restored = files.read(plan.slice(5, 0));

        RestoredOperator operator = Objects.requireNonNull(restored.operator("counter"));
        assertThat(operator.eventTime()).isEqualTo(42);
        assertThat(operator.operatorState().get("positions")).containsExactly(new byte[] {1}, new byte[] {2, 3});
        FakeKeyedSnapshot replayed = new FakeKeyedSnapshot();
        for (StateMeta meta : List.of(SUM, WORDS, SEEN)) {
            operator.keyed().replay(meta, replayed);
            assertThat(replayed.groups(meta)).isEqualTo(keyed.groups(meta));
        }
        assertThat(plan.maxParallelisms()).containsEntry("counter", 10);
    }

    private static Manifest manifest(long id, long epoch, SubtaskStateHandle handle) {
        return new Manifest(
                Manifest.FORMAT_VERSION,
                "job-1",
                "L1",
                null,
                id,
                epoch,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "nonce-" + id,
                Map.of("counter", new OperatorScale(1, 10)),
                Map.of("source", new byte[] {9}),
                List.of(new SubtaskEntry(0, 0, List.of("counter"), handle)));
    }

    @Test
    void aManifestKeepsEverythingThroughItsFile() throws IOException {
        CheckpointStorage storage = new MemoryStorage();
        SnapshotFiles files = new SnapshotFiles(storage, "j", 0, getClass().getClassLoader());
        SubtaskStateHandle handle = files.write(new SnapshotTarget(1, 1, 1, 0, 0, 1, 10), snapshot(keyed()));
        Manifest manifest = manifest(1, 1, handle);
        Manifest read = Manifest.parse("manifest.json", manifest.toBytes());
        assertThat(read).usingRecursiveComparison().isEqualTo(manifest);
    }
}
