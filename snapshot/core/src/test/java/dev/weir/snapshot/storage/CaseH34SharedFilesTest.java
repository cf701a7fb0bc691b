package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkpoints 1, 2 and 3 of a job, each of which refers to files of those before it. Taken over one by one, each restores
 * as long as it is there, and a file goes with the last that refers to it.
 */
class CaseH34SharedFilesTest {

    private static final int MAX_PARALLELISM = 5;

    @TempDir
    private Path root = Path.of("");

    private final List<Map<Long, Long>> contents = new ArrayList<>();
    private CheckpointStorage storage = new MemoryStorage();

    private static final class Sums {
        private final HeapStateBackend backend;
        private final LongState sum;

        Sums(RestoredKeyedState restored) {
            backend = new HeapStateBackend(new KeyGroupRange(0, MAX_PARALLELISM - 1), MAX_PARALLELISM, restored);
            sum = backend.state(LongStateDescriptor.of("sum"));
        }

        private void key(long key) {
            int hash = KeyGroups.murmur(StableHash.hashOf(key));
            backend.setCurrentKey(key, hash, hash % MAX_PARALLELISM);
        }

        void put(long key, long value) {
            key(key);
            sum.update(value);
        }

        Map<Long, Long> content() {
            Map<Long, Long> content = new TreeMap<>();
            for (long key = 0; key < 50; key++) {
                key(key);
                content.put(key, sum.value());
            }
            return content;
        }
    }

    private SnapshotFiles files(String folder) {
        return new SnapshotFiles(storage, folder, 0, getClass().getClassLoader());
    }

    @BeforeEach
    void threeCheckpointsAreTaken() throws IOException {
        storage = new FileStorage(root);
        JobStore store = JobStore.open(storage, "job");
        long epoch = store.claim().epoch();
        store.recordLineage("L", null);
        store.reserveIds(3);
        Sums sums = new Sums(RestoredKeyedState.EMPTY);
        for (long key = 0; key < 50; key++) {
            sums.put(key, key);
        }
        SnapshotBase base = null;
        for (long id = 1; id <= 3; id++) {
            sums.put(id, -id);
            contents.add(sums.content());
            SubtaskSnapshot snapshot = new SubtaskSnapshot(
                    List.of(new OperatorSnapshot("op", sums.backend.freeze(), Map.of(), id, false)));
            base = files("job")
                    .writeCheckpoint(new SnapshotTarget(id, epoch, 1, 0, 0, 1, MAX_PARALLELISM), snapshot, base);
            store.publish(
                    new Manifest(
                            Manifest.FORMAT_VERSION,
                            "job",
                            "L",
                            null,
                            id,
                            epoch,
                            1,
                            Manifest.Kind.CHECKPOINT,
                            0,
                            "n" + id,
                            Map.of("op", new OperatorScale(1, MAX_PARALLELISM)),
                            Map.of(),
                            List.of(new SubtaskEntry(0, 0, List.of("op"), base.handle()))),
                    3);
        }
    }

    private SavepointFolder folder(CheckpointStorage place, long id) {
        return new SavepointFolder("file:/place", place, "chk-" + id);
    }

    private void requireRestores(CheckpointStorage place, long id) throws IOException {
        SavepointFolder folder = folder(place, id);
        Manifest manifest = folder.read();
        assertThat(folder.incomplete(manifest)).isEmpty();
        ChainTarget chain = new ChainTarget(
                0, List.of(new OperatorTarget("op", 1, MAX_PARALLELISM, OperatorTarget.Origin.DERIVED)));
        RestorePlan plan = RestorePlan.of(manifest, List.of(chain), RestorePlan.Unclaimed.REFUSE);
        SnapshotFiles files = SnapshotFiles.of(folder, 0, getClass().getClassLoader());
        RestoredKeyedState restored = Objects.requireNonNull(
                        files.read(plan.slice(0, 0).inFolder(folder.name())).operator("op"))
                .keyed();
        assertThat(new Sums(restored).content()).isEqualTo(contents.get((int) id - 1));
    }

    @Test
    void eachRestoresByItsPathWithFilesOfTheOthers() throws IOException {
        CheckpointStorage place = FileStorage.toRead(root.resolve("job"));
        assertThat(folder(place, 3).read().subtasks().get(0).handle().files()).hasSize(3);
        for (long id = 1; id <= 3; id++) {
            requireRestores(place, id);
        }
    }

    @Test
    void aFileGoesWithTheLastThatRefersToIt() throws IOException {
        List<List<Long>> orders = List.of(List.of(1L, 2L, 3L), List.of(3L, 2L, 1L), List.of(2L, 3L, 1L));
        for (List<Long> order : orders) {
            Path copy = Files.createDirectories(root.resolve("copy-" + order));
            copyJob(copy);
            CheckpointStorage place = new FileStorage(copy);
            for (int taken = 0; taken < order.size(); taken++) {
                folder(place, order.get(taken)).deleteUnshared();
                folder(place, order.get(taken)).deleteUnshared();
                for (long id : order.subList(taken + 1, order.size())) {
                    requireRestores(place, id);
                }
            }
            assertThat(place.list("")).isEmpty();
        }
    }

    private void copyJob(Path copy) throws IOException {
        for (CheckpointStorage.StoredFile file : storage.list("job")) {
            Path to = copy.resolve(file.path().substring("job/".length()));
            if (!to.startsWith(copy.resolve("log"))) {
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                Files.copy(root.resolve(file.path()), to);
            }
        }
    }

    @Test
    void oneThatIsMovedAwayFromTheOthersIsIncompleteAndSaysWhatIsMissing() throws IOException {
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        Files.move(root.resolve("job/chk-3"), elsewhere.resolve("chk-3"));
        SavepointFolder moved = folder(new FileStorage(elsewhere), 3);
        assertThat(Set.copyOf(moved.incomplete(moved.read())))
                .containsExactlyInAnyOrder("chk-1/e1-a1-c0-s0.seg is missing", "chk-2/e1-a1-c0-s0.seg is missing");
    }

    @Test
    void aSweepLeavesWhatAnyKeptOneLists() throws IOException {
        JobStore store = JobStore.open(storage, "job");
        Claim claim = store.claim();
        assertThat(claim.retained()).hasSize(3);
        assertThat(store.sweep()).isZero();
        requireRestores(FileStorage.toRead(root.resolve("job")), 3);
    }
}
