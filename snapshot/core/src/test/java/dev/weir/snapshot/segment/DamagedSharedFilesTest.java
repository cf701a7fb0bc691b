package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.FileStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two subtasks' parts of a checkpoint that refers to an older one. Whatever happens to a file, a restore names it, or gives
 * exactly what was stored, where nothing that the checkpoint uses was hit.
 */
class DamagedSharedFilesTest {

    private static final int PAGE_BYTES = 4096;
    private static final int KEYS = 3000;
    private static final int STRIDE = 613;

    @TempDir
    private Path root = Path.of("");

    private CheckpointStorage storage = new MemoryStorage();
    private final List<SubtaskStateHandle> handles = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    @BeforeEach
    void twoSubtasksTakeTwoCheckpoints() throws IOException {
        storage = new FileStorage(root);
        for (int index = 0; index < 2; index++) {
            Keyed keyed = new Keyed(RestoredKeyedState.EMPTY);
            for (long key = 0; key < KEYS; key++) {
                keyed.count(key, key * 7 + index);
            }
            SnapshotBase base = write(1, index, keyed, null);
            keyed.count(5, -5);
            handles.add(write(2, index, keyed, base).handle());
            texts.add(keyed.text());
            assertThat(handles.get(index).files()).hasSize(2);
        }
    }

    private SnapshotFiles files() {
        return new SnapshotFiles(storage, "job", 0, getClass().getClassLoader());
    }

    private SnapshotBase write(long id, int index, Keyed keyed, @Nullable SnapshotBase base) throws IOException {
        SnapshotTarget target = new SnapshotTarget(id, 1, 1, 0, index, 2, Keyed.MAX_PARALLELISM);
        OperatorSnapshot operator = new OperatorSnapshot("op", keyed.backend().freeze(), Map.of(), 0, false);
        return files().writeCheckpoint(target, new SubtaskSnapshot(List.of(operator)), base);
    }

    private String restored(int index) throws IOException {
        OperatorSlice operator = new OperatorSlice(
                "op", 0, Keyed.MAX_PARALLELISM - 1, List.of(0), List.of(), Long.MIN_VALUE, Drain.RUNNING);
        SubtaskSlice slice =
                new SubtaskSlice(0, index, "chk-2", List.of(handles.get(index)), List.of(operator), InFlightSlice.NONE);
        RestoredKeyedState state =
                Objects.requireNonNull(files().read(slice).operator("op")).keyed();
        return new Keyed(state).text();
    }

    private Path path(String file) {
        return root.resolve("job").resolve(file);
    }

    /** Whether the checkpoint uses the byte at this place of its file. */
    private static boolean uses(SubtaskStateHandle handle, String file, long at) {
        int segment = file.startsWith("chk-2/") ? Block.OWN : 1;
        String identity = segment == Block.OWN
                ? handle.identity()
                : handle.index().others().get(0).identity();
        boolean isHead = at < SegmentOutput.head(identity).length;
        return isHead
                || OneSubtask.operator(handle).keyedStates().stream()
                        .flatMap(state -> state.groups().stream())
                        .anyMatch(block -> block.segment() == segment
                                && at >= block.offset()
                                && at < block.offset() + block.length());
    }

    private static boolean usesFrom(SubtaskStateHandle handle, String file, int from, int to) {
        return IntStream.range(from, to).anyMatch(at -> uses(handle, file, at));
    }

    private boolean isNamed(int index, String file) throws IOException {
        try {
            assertThat(restored(index)).isEqualTo(texts.get(index));
            return false;
        } catch (DamagedCheckpointException damaged) {
            assertThat(damaged).hasMessageContaining("job/" + file);
            return true;
        }
    }

    @Test
    void aFileTruncatedAtAnyPageIsNamed() throws IOException {
        for (int index = 0; index < 2; index++) {
            for (String file : handles.get(index).files()) {
                byte[] intact = Files.readAllBytes(path(file));
                for (int length = 0; length < intact.length; length += PAGE_BYTES) {
                    Files.write(path(file), Arrays.copyOf(intact, length));
                    boolean isCutOff = usesFrom(handles.get(index), file, length, intact.length);
                    assertThat(isNamed(index, file))
                            .as(file + " cut at " + length)
                            .isEqualTo(isCutOff);
                }
                Files.write(path(file), intact);
            }
        }
    }

    @Test
    void aFlippedBitIsFoundWhereverTheCheckpointUsesTheByte() throws IOException {
        for (String file : handles.get(0).files()) {
            byte[] intact = Files.readAllBytes(path(file));
            for (int at = 0; at < intact.length; at += STRIDE) {
                byte[] flipped = intact.clone();
                flipped[at] ^= (byte) (1 << at % 8);
                Files.write(path(file), flipped);
                assertThat(isNamed(0, file)).as(file + " at " + at).isEqualTo(uses(handles.get(0), file, at));
            }
            Files.write(path(file), intact);
        }
    }

    @Test
    void aMissingFileAndAnotherSubtasksAreNamed() throws IOException {
        for (String file : handles.get(0).files()) {
            byte[] intact = Files.readAllBytes(path(file));
            byte[] others = Files.readAllBytes(path(file.replace("-s0", "-s1")));
            Files.write(path(file), others);
            assertThat(isNamed(0, file)).isTrue();
            Files.delete(path(file));
            assertThat(isNamed(0, file)).isTrue();
            Files.write(path(file), intact);
        }
        byte[] newer = Files.readAllBytes(path("chk-2/e1-a1-c0-s0.seg"));
        Files.write(path("chk-1/e1-a1-c0-s0.seg"), newer);
        assertThat(isNamed(0, "chk-1/e1-a1-c0-s0.seg"))
                .as("its own, of another checkpoint")
                .isTrue();
    }
}
