package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.segment.FakeKeyedSnapshot.Entry;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import dev.weir.snapshot.storage.FileStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeFilesTest {

    @TempDir
    private Path root = Path.of("");

    private Path stored = Path.of("");
    private CheckpointStorage storage = new MemoryStorage();
    private OneSubtask job = new OneSubtask(storage, 0);
    private LogOfFiles backend = new LogOfFiles(root);
    private LogOfFiles.Database database = backend.new Database(Map.of());

    @BeforeEach
    void anEmptyDatabase() throws IOException {
        stored = Files.createDirectories(root.resolve("stored"));
        storage = new FileStorage(stored);
        job = new OneSubtask(storage, 0);
        backend = new LogOfFiles(Files.createDirectories(root.resolve("local")));
        database = backend.new Database(Map.of());
    }

    private SnapshotBase checkpoint(@Nullable SnapshotBase base) throws IOException {
        return job.checkpoint(database.freeze(), base);
    }

    private NativeReads reads() {
        return new NativeReads(name -> backend, 1, () -> 0);
    }

    private Map<Long, Long> read(SubtaskStateHandle handle) throws IOException {
        RestoredKeyedState restored = job.restored(handle, reads());
        FakeKeyedSnapshot pushed = new FakeKeyedSnapshot();
        restored.replay(LogOfFiles.META, pushed);
        Map<Long, Long> content = new TreeMap<>();
        for (List<Entry> group : pushed.groups(LogOfFiles.META).values()) {
            group.forEach(entry -> content.put((Long) entry.key(), (Long) entry.value()));
        }
        return content;
    }

    private static List<NativeFile> nativeFiles(SubtaskStateHandle handle) {
        return Objects.requireNonNull(OneSubtask.operator(handle).nativeState()).files();
    }

    @Test
    void onlyFilesThatTheBaseLacksAreUploaded() throws IOException {
        database.put(1, 10);
        SnapshotBase base = checkpoint(null);
        database.put(2, 20);
        SubtaskStateHandle second = checkpoint(base).handle();
        assertThat(nativeFiles(second).stream().map(NativeFile::path).filter(Objects::nonNull))
                .containsExactlyInAnyOrder("chk-1/e1-a1-c0-s0-n0.dat", "chk-2/e1-a1-c0-s0-n0.dat");
        assertThat(read(second)).isEqualTo(Map.of(1L, 10L, 2L, 20L));
        assertThat(second.newBytes()).isLessThan(second.fullBytes());
    }

    @Test
    void withoutTheBaseAllIsUploaded() throws IOException {
        database.put(1, 10);
        checkpoint(null);
        database.put(2, 20);
        assertThat(checkpoint(null).handle().files()).noneMatch(file -> file.startsWith("chk-1/"));
    }

    @Test
    void whatIsOnlyThisSnapshotsGoesIntoTheSegmentWhileItIsSmall() throws IOException {
        database.put(1, 10);
        assertThat(nativeFiles(checkpoint(null).handle()))
                .filteredOn(file -> file.name().equals("LIST"))
                .allMatch(file -> file.path() == null);
    }

    @Test
    void aSavepointIsInCanonicalForm() throws IOException {
        database.put(1, 10);
        SubtaskStateHandle handle = job.canonical(database.freeze());
        assertThat(OneSubtask.operator(handle).nativeState()).isNull();
        FakeKeyedSnapshot pushed = new FakeKeyedSnapshot();
        job.restored(handle).replay(LogOfFiles.META, pushed);
        assertThat(pushed.groups(LogOfFiles.META)).hasSize(1);
    }

    @Test
    void whatAnotherBackendWroteIsRefusedByName() throws IOException {
        database.put(1, 10);
        SubtaskStateHandle handle = checkpoint(null).handle();
        assertThatThrownBy(() -> job.restored(handle))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("backend=log");
    }

    @Test
    void aFailedSnapshotLeavesNothing() throws IOException {
        database.put(1, 10);
        LogOfFiles.Frozen frozen = database.freeze();
        Files.delete(frozen.list());
        assertThatThrownBy(() -> job.checkpoint(frozen, null)).isInstanceOf(IOException.class);
        assertThat(storage.list("")).isEmpty();
    }

    @Test
    void aDiscardedHandleTakesItsOwnFilesOnly() throws IOException {
        database.put(1, 10);
        SnapshotBase base = checkpoint(null);
        database.put(2, 20);
        job.files().discard(checkpoint(base).handle());
        assertThat(storage.list("").stream().map(StoredFile::path))
                .containsExactlyInAnyOrder("job/chk-1/e1-a1-c0-s0.seg", "job/chk-1/e1-a1-c0-s0-n0.dat");
        assertThat(read(base.handle())).isEqualTo(Map.of(1L, 10L));
    }

    @Seeds(100)
    void whatIsRestoredIsWhatWasFrozen(long seed) throws IOException {
        Random random = new Random(seed);
        SnapshotBase base = null;
        for (int step = 0; step < 12; step++) {
            for (int i = random.nextInt(5); i > 0; i--) {
                database.put(random.nextInt(30), random.nextInt());
            }
            SnapshotBase written = checkpoint(base);
            assertThat(read(written.handle())).isEqualTo(database.content());
            base = random.nextInt(3) == 0 ? base : written;
            if (base != null && random.nextInt(4) == 0) {
                database = backend.new Database(read(base.handle()));
            }
        }
    }

    /** Every file that the second checkpoint refers to is damaged in every way. */
    @Test
    void aDamagedFileIsNamed() throws IOException {
        for (long key = 0; key < 40; key++) {
            database.put(key, key);
        }
        SnapshotBase base = checkpoint(null);
        database.put(99, 99);
        SubtaskStateHandle second = checkpoint(base).handle();
        assertThat(second.files()).hasSize(3);
        for (String file : second.files()) {
            Path path = stored.resolve("job").resolve(file);
            byte[] intact = Files.readAllBytes(path);
            for (int length = 0; length < intact.length; length += 4096) {
                requireNamed(second, path, Arrays.copyOf(intact, length));
            }
            for (int at = 0; at < intact.length; at += 97) {
                byte[] flipped = intact.clone();
                flipped[at] ^= (byte) (1 << at % 8);
                requireNamed(second, path, flipped);
            }
            requireNamed(second, path, Arrays.copyOf(intact, intact.length * 2));
            Files.write(path, intact);
        }
        assertThat(read(second)).isEqualTo(database.content());
    }

    private void requireNamed(SubtaskStateHandle handle, Path path, byte[] damaged) throws IOException {
        Files.write(path, damaged);
        String name = stored.relativize(path).toString();
        boolean isSegmentMadeLonger = name.endsWith(".seg") && damaged.length > handle.sizeBytes();
        if (!isSegmentMadeLonger) {
            assertThatThrownBy(() -> read(handle))
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining(name);
        }
    }
}
