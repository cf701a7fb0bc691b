package dev.weir.snapshot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorages;
import dev.weir.testing.S3Server;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every storage keeps: one suite for memory, files and S3. */
class StorageContractTest {

    private static final AtomicInteger FOLDERS = new AtomicInteger();

    @TempDir
    private static Path serverFolder = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    private static S3Server server;

    @BeforeAll
    static void startServer() throws IOException {
        server = S3Server.start(serverFolder);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private CheckpointStorage open(String kind) throws IOException {
        return CheckpointStorages.open(
                switch (kind) {
                    case "memory" -> kind;
                    case "file" -> folder.resolve("root").toUri().toString();
                    default -> "s3://" + S3Server.BUCKET + "/test-" + FOLDERS.incrementAndGet();
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String read(CheckpointStorage storage, String path) throws IOException {
        try (InputStream in = storage.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "s3"})
    void aPathIsPutOnce(String kind) throws IOException {
        CheckpointStorage storage = open(kind);
        assertThat(storage.putIfAbsent("a/b/c", bytes("1"))).isTrue();
        assertThat(storage.putIfAbsent("a/b/c", bytes("2"))).isFalse();
        assertThat(read(storage, "a/b/c")).isEqualTo("1");
    }

    /** The tests' server looks and writes in two steps, so it is no judge of a race that S3 itself decides. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void ofManyThatPutOnePathExactlyOneWins(String kind) throws Exception {
        CheckpointStorage storage = open(kind);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                String path = "log/" + round;
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Boolean>> puts = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    byte[] content = bytes("writer " + i);
                    puts.add(threads.submit(() -> {
                        start.await();
                        return storage.putIfAbsent(path, content);
                    }));
                }
                start.countDown();
                int winner = -1;
                for (int i = 0; i < puts.size(); i++) {
                    if (puts.get(i).get()) {
                        assertThat(winner).isEqualTo(-1);
                        winner = i;
                    }
                }
                assertThat(read(storage, path)).isEqualTo("writer " + winner);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "s3"})
    void aWrittenFileIsListedWithItsLength(String kind) throws IOException {
        CheckpointStorage storage = open(kind);
        CheckpointStorage.StoredFile written = storage.write("j/chk-1/x", out -> out.write(bytes("hello")));
        assertThat(written.length()).isEqualTo(5);
        assertThat(written.crc32c()).isEqualTo(dev.weir.snapshot.format.Sealed.crc32c(bytes("hello")));
        storage.putIfAbsent("j/chk-1/a", bytes("1"));
        storage.putIfAbsent("j/chk-10/a", bytes("1"));
        assertThat(storage.list("j/chk-1"))
                .extracting(CheckpointStorage.StoredFile::path)
                .containsExactly("j/chk-1/a", "j/chk-1/x");
        assertThat(storage.list("j")).hasSize(3);
        assertThat(storage.list("none")).isEmpty();
        assertThatThrownBy(() -> storage.write("j/chk-1/x", out -> out.write(1)))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "s3"})
    void aWriteThatFailsLeavesNothing(String kind) throws IOException {
        CheckpointStorage storage = open(kind);
        assertThatThrownBy(() -> storage.write("j/x", out -> {
                    out.write(bytes("half"));
                    throw new IOException("disk full");
                }))
                .hasMessageContaining("disk full");
        assertThat(storage.list("")).isEmpty();
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "s3"})
    void whatIsGoneIsGone(String kind) throws IOException {
        CheckpointStorage storage = open(kind);
        storage.putIfAbsent("a/b/c", bytes("1"));
        storage.delete("a/b/c");
        storage.delete("a/b/c");
        storage.delete("never/there");
        assertThatThrownBy(() -> storage.open("a/b/c"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("a/b/c");
        assertThat(storage.list("")).isEmpty();
        assertThat(storage.putIfAbsent("a/b/c", bytes("2"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "s3"})
    void aPathMustStayInside(String kind) throws IOException {
        CheckpointStorage storage = open(kind);
        for (String path : List.of("../x", "a/../../x", "/etc/x", "a//b", ".", "")) {
            assertThatThrownBy(() -> storage.putIfAbsent(path, bytes("1")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
