package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.segment.FakeKeyedSnapshot;
import dev.weir.snapshot.segment.FakeKeyedSnapshot.Entry;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.state.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job on file storage with checkpoints 1, 2 and 3, all kept. */
class DamagedCheckpointCasesTest {

    private static final StateMeta SUM = new StateMeta("sum", StateKind.LONG, NamespaceKind.NONE, List.of());

    @TempDir
    private Path root = Path.of("");

    private SnapshotFiles files(CheckpointStorage storage, String folder) {
        return new SnapshotFiles(storage, folder, 0, getClass().getClassLoader());
    }

    @BeforeEach
    void threeCheckpointsAreTaken() throws IOException {
        CheckpointStorage storage = new FileStorage(root);
        JobStore store = JobStore.open(storage, "job");
        long epoch = store.claim().epoch();
        store.recordLineage("L", null);
        store.reserveIds(3);
        for (long id = 1; id <= 3; id++) {
            FakeKeyedSnapshot keyed = new FakeKeyedSnapshot().add(SUM, 2, new Entry("k", null, id));
            SnapshotTarget target = new SnapshotTarget(id, epoch, 1, 0, 0, 1, 5);
            SubtaskSnapshot snapshot =
                    new SubtaskSnapshot(List.of(new OperatorSnapshot("op", keyed, Map.of(), id, false)));
            SubtaskEntry entry =
                    new SubtaskEntry(0, 0, List.of("op"), files(storage, "job").write(target, snapshot));
            Manifest manifest = new Manifest(
                    1,
                    "job",
                    "L",
                    null,
                    id,
                    epoch,
                    1,
                    Manifest.Kind.CHECKPOINT,
                    0,
                    "n" + id,
                    Map.of("op", new OperatorScale(1, 5)),
                    Map.of(),
                    List.of(entry));
            store.publish(manifest, 3);
        }
    }

    private static SubtaskSlice slice(Manifest manifest) {
        ChainTarget chain =
                new ChainTarget(0, List.of(new OperatorTarget("op", 1, 128, OperatorTarget.Origin.DERIVED)));
        return RestorePlan.of(manifest, List.of(chain), RestorePlan.Unclaimed.REFUSE)
                .slice(0, 0);
    }

    /** Restores as a recovery does and returns what was stored. */
    private Object restore(CheckpointRef ref, JobStore store, CheckpointStorage storage) throws IOException {
        return value(files(storage, "job"), slice(store.read(ref)));
    }

    private static Object value(SnapshotFiles files, SubtaskSlice slice) throws IOException {
        RestoredOperator operator = Objects.requireNonNull(files.read(slice).operator("op"));
        FakeKeyedSnapshot replayed = new FakeKeyedSnapshot();
        operator.keyed().replay(SUM, replayed);
        return Objects.requireNonNull(replayed.groups(SUM).get(2)).get(0).value();
    }

    /** Damages one file of checkpoint 3; then a recovery must name it, and the older ones must restore. */
    private void assertNamedAndOlderOnesIntact(String file, byte[] damaged) throws IOException {
        Path path = root.resolve("job/chk-3/" + file);
        byte[] intact = Files.readAllBytes(path);
        Files.write(path, damaged);
        CheckpointStorage storage = new FileStorage(root);
        JobStore store = JobStore.open(storage, "job");
        Claim claim = store.claim();
        CheckpointRef newest = claim.newest().orElseThrow();
        assertThat(newest.checkpointId()).isEqualTo(3);
        assertThatThrownBy(() -> restore(newest, store, storage))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("job/chk-3/" + file);
        assertThat(restore(claim.retained().get(0), store, storage)).isEqualTo(1L);
        assertThat(restore(claim.retained().get(1), store, storage)).isEqualTo(2L);
        Files.write(path, intact);
        assertThat(restore(newest, store, storage)).isEqualTo(3L);
    }

    /** Case H35. */
    @Test
    void aDamagedNewestCheckpointIsNamedAndTheOlderOnesStayReadable() throws IOException {
        for (String file : List.of("manifest.json", "e1-a1-c0-s0.seg")) {
            byte[] intact = Files.readAllBytes(root.resolve("job/chk-3/" + file));
            byte[] flipped = intact.clone();
            flipped[intact.length / 2] ^= 4;
            assertNamedAndOlderOnesIntact(file, Arrays.copyOf(intact, intact.length / 2));
            assertNamedAndOlderOnesIntact(file, flipped);
            assertNamedAndOlderOnesIntact(file, new byte[0]);
            assertNamedAndOlderOnesIntact(file, Files.readAllBytes(root.resolve("job/chk-2/" + file)));
        }
    }

    /** Case H35: asked for by its path, without the job's log. */
    @Test
    void aDamagedManifestIsNamedAlsoWhenAskedForByItsPath() throws IOException {
        byte[] intact = Files.readAllBytes(root.resolve("job/chk-3/manifest.json"));
        assertThat(Manifest.parse("m", intact).checkpointId()).isEqualTo(3);
        for (int i = 0; i < intact.length; i++) {
            byte[] flipped = intact.clone();
            flipped[i] ^= 1;
            assertThatThrownBy(() -> Manifest.parse("chk-3/manifest.json", flipped))
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining("chk-3/manifest.json");
        }
    }

    /** Case H34 (a). */
    @Test
    void aMovedFolderRestores() throws IOException {
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        Files.move(root.resolve("job/chk-3"), elsewhere.resolve("my-savepoint"));
        CheckpointStorage storage = new FileStorage(elsewhere);
        Manifest manifest = Manifest.parse(
                "my-savepoint/manifest.json",
                Files.readAllBytes(elsewhere.resolve("my-savepoint").resolve(CheckpointFolders.MANIFEST)));
        SubtaskSlice moved = slice(manifest).inFolder("my-savepoint");
        assertThat(value(files(storage, ""), moved)).isEqualTo(3L);
        assertThatThrownBy(() -> value(files(storage, ""), slice(manifest)))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining("chk-3/e1-a1-c0-s0.seg")
                .hasMessageContaining("missing");
    }
}
