package dev.weir.snapshot.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.storage.FileStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A checkpoint of RocksDB's files, three rounds deep, is damaged in every way, one file at a time: a restore refuses and
 * names the file, and reads the checkpoint again when the file is back.
 */
class DamagedFilesTest {

    private static final int STEP_BYTES = 4096;
    private static final int SUBTASKS = 3;

    @TempDir
    private Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // before each test
    private DiskSubtasks subtasks;

    private @Nullable Manifest manifest;

    @BeforeEach
    void write() throws IOException {
        subtasks = new DiskSubtasks(
                Files.createDirectories(folder.resolve("local")),
                new FileStorage(Files.createDirectories(folder.resolve("stored"))));
        List<KeyedStateBackend> backends = subtasks.openAll(SUBTASKS, null);
        for (int round = 0; round < 3; round++) {
            for (KeyedStateBackend backend : backends) {
                fill(backend, round == 0 ? 3_000 : 20);
            }
            manifest = subtasks.checkpointAll(backends);
        }
        backends.forEach(KeyedStateBackend::close);
    }

    @AfterEach
    void close() {
        subtasks.close();
    }

    private static void fill(KeyedStateBackend backend, long keys) {
        var total = backend.state(LongStateDescriptor.of("total"));
        for (long key = 0; key < keys; key++) {
            if (DiskSubtasks.select(backend, key)) {
                total.add(1);
            }
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("stored"))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void restore() throws IOException {
        List<KeyedStateBackend> restored = subtasks.openAll(SUBTASKS, manifest);
        long entries = 0;
        for (KeyedStateBackend backend : restored) {
            backend.state(LongStateDescriptor.of("total"));
            entries += backend.entryCount();
            backend.close();
        }
        assertThat(entries).isEqualTo(3_000);
    }

    private void refuses(Path damaged) {
        assertThatThrownBy(this::restore)
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining(damaged.getFileName().toString());
    }

    /** Files of earlier rounds that the last one doesn't need are no part of it. */
    private List<Path> filesOfTheLast() throws IOException {
        List<String> names = Objects.requireNonNull(manifest).subtasks().stream()
                .flatMap(entry -> Stream.concat(
                        entry.handle().ownFiles().stream(),
                        entry.handle().index().nativeFiles().map(file -> file.path() == null ? "" : file.path())))
                .toList();
        return files().stream()
                .filter(file -> names.stream().anyMatch(name -> !name.isEmpty() && file.endsWith(name)))
                .toList();
    }

    @Test
    void everyFileThatIsCutFlippedOrGoneIsNamed() throws IOException {
        restore();
        List<Path> all = filesOfTheLast();
        assertThat(all).hasSizeGreaterThan(2 * SUBTASKS);
        for (Path file : all) {
            byte[] whole = Files.readAllBytes(file);
            for (int length = 0; length < whole.length; length += STEP_BYTES) {
                Files.write(file, Arrays.copyOf(whole, length));
                refuses(file);
            }
            byte[] flipped = whole.clone();
            flipped[whole.length / 2] ^= 16;
            Files.write(file, flipped);
            refuses(file);
            Files.write(file, Arrays.copyOf(whole, whole.length + 1));
            boolean isSegment = file.toString().endsWith(".seg");
            if (!isSegment) { // what is behind a segment's blocks is no block of anybody
                refuses(file);
            }
            Files.delete(file);
            refuses(file);
            Files.write(file, whole);
        }
        restore();
    }

    @Test
    void aFileThatIsAnotherSubtasksIsNamed() throws IOException {
        List<Path> natives = filesOfTheLast().stream()
                .filter(file -> file.toString().endsWith(".dat"))
                .toList();
        for (Path file : natives) {
            Path other = natives.get((natives.indexOf(file) + 1) % natives.size());
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Files.readAllBytes(other));
            refuses(file);
            Files.write(file, whole);
        }
        restore();
    }
}
