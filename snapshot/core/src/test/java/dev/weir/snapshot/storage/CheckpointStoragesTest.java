package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which storages can be opened, and what is special about files. What all have in common is tested with the S3 module. */
class CheckpointStoragesTest {

    @TempDir
    private Path folder = Path.of("");

    private CheckpointStorage open() throws IOException {
        return CheckpointStorages.open(folder.resolve("root").toUri().toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String read(CheckpointStorage storage, String path) throws IOException {
        try (InputStream in = storage.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aSymbolicLinkDoesNotLeadOut() throws IOException {
        CheckpointStorage storage = open();
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "s");
        Files.createSymbolicLink(folder.resolve("root/link"), outside);
        assertThatThrownBy(() -> storage.open("link/secret")).hasMessageContaining("lead out");
        assertThatThrownBy(() -> storage.putIfAbsent("link/deep/x", bytes("1"))).hasMessageContaining("lead out");
        assertThatThrownBy(() -> storage.delete("link/secret")).hasMessageContaining("lead out");
        assertThat(outside.resolve("secret")).exists();
        assertThat(outside.resolve("deep")).doesNotExist();
    }

    @Test
    void aFolderThatCantBeWrittenIsRefusedByName() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        String uri = file.resolve("below").toUri().toString();
        assertThatThrownBy(() -> CheckpointStorages.open(uri))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't be written")
                .hasMessageContaining("below");
    }

    @Test
    void anUnknownSchemeIsRefusedNamingTheKnownOnes() {
        for (String uri : List.of("ftp://host/x", "nonsense", "")) {
            assertThatThrownBy(() -> CheckpointStorages.open(uri))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("memory")
                    .hasMessageContaining("file");
        }
        assertThatThrownBy(() -> CheckpointStorages.open("file:relative")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStorageThatReplacesWhatExistsIsRefused() {
        CheckpointStorage replacing = new FaultyStorage(new MemoryStorage(), new java.util.Random(1), 0, () -> {}) {
            @Override
            public boolean putIfAbsent(String path, byte[] content) {
                return true;
            }
        };
        assertThatThrownBy(() -> CheckpointStorages.probe(replacing))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("must refuse to put a path that exists");
    }

    @Test
    void anotherProcessFindsWhatWasPut() throws IOException {
        open().putIfAbsent("a/b", bytes("1"));
        assertThat(read(open(), "a/b")).isEqualTo("1");
    }
}
