package dev.weir.snapshot.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.format.Sealed;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import dev.weir.snapshot.storage.CheckpointStorages;
import dev.weir.testing.S3Server;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3StorageTest {

    private static final int SEVERAL_PARTS = 20 << 20;

    @TempDir
    private static Path folder = Path.of("");

    private static S3Server server;

    @BeforeAll
    static void startServer() throws IOException {
        server = S3Server.start(folder);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void useTheServerItself() {
        server.use();
    }

    private static CheckpointStorage open(String prefix) throws IOException {
        return CheckpointStorages.open("s3://" + S3Server.BUCKET + "/" + prefix);
    }

    private static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void aFileOfSeveralPartsComesBackWhole() throws IOException {
        byte[] content = randomBytes(SEVERAL_PARTS);
        try (CheckpointStorage storage = open("parts")) {
            StoredFile written = storage.write("j/x", out -> {
                out.write(content, 0, 1);
                out.write(content, 1, content.length - 1);
            });
            assertThat(written.length()).isEqualTo(content.length);
            assertThat(written.crc32c()).isEqualTo(Sealed.crc32c(content));
            try (InputStream in = storage.open("j/x")) {
                assertThat(in.readAllBytes()).isEqualTo(content);
            }
        }
    }

    @Test
    void aFileOfSeveralPartsNeverReplacesAnother() throws IOException {
        byte[] content = randomBytes(SEVERAL_PARTS);
        try (CheckpointStorage storage = open("taken")) {
            storage.putIfAbsent("j/x", new byte[] {1});
            assertThatThrownBy(() -> storage.write("j/x", out -> out.write(content)))
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessageContaining("j/x");
            assertThat(storage.list(""))
                    .singleElement()
                    .extracting(StoredFile::length)
                    .isEqualTo(1L);
        }
    }

    @Test
    void ofAWriteThatFailsBetweenPartsNothingIsLeft() throws IOException {
        byte[] content = randomBytes(SEVERAL_PARTS);
        try (CheckpointStorage storage = open("failed")) {
            assertThatThrownBy(() -> storage.write("j/x", out -> {
                        out.write(content);
                        throw new IOException("the state can't be read");
                    }))
                    .hasMessageContaining("the state can't be read");
            assertThat(storage.list("")).isEmpty();
        }
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> file.toString().contains("failed")))
                    .isEmpty();
        }
    }

    @Test
    void aPutWhoseAnswerIsLostIsKnownToBeOurs() throws IOException {
        try (AnswerCuttingProxy proxy = new AnswerCuttingProxy(server.port())) {
            server.useBehind(proxy.port());
            try (CheckpointStorage storage = open("unanswered")) {
                proxy.cut(1);
                assertThat(storage.putIfAbsent("log/1", "mine".getBytes(StandardCharsets.UTF_8)))
                        .isTrue();
                assertThat(proxy.left()).isZero();
                assertThat(storage.putIfAbsent("log/1", "theirs".getBytes(StandardCharsets.UTF_8)))
                        .isFalse();
            }
        }
    }

    @Test
    void aStorageIsOpenedWhicheverAnswerIsLost() throws IOException {
        try (AnswerCuttingProxy proxy = new AnswerCuttingProxy(server.port())) {
            server.useBehind(proxy.port());
            for (int passed = 0; passed < 3; passed++) {
                proxy.cutAfter(passed);
                try (CheckpointStorage storage = open("opened")) {
                    assertThat(storage.list("")).isEmpty();
                }
                assertThat(proxy.left()).isZero();
            }
        }
    }

    @Test
    void aWriteThatIsNeverAnsweredFailsAndLeavesNothing() throws IOException {
        byte[] content = randomBytes(1000);
        try (AnswerCuttingProxy proxy = new AnswerCuttingProxy(server.port())) {
            server.useBehind(proxy.port());
            try (CheckpointStorage storage = open("silent")) {
                proxy.cut(1);
                StoredFile written = storage.write("j/answered-at-last", out -> out.write(content));
                assertThat(written.length()).isEqualTo(content.length);
                proxy.cut(5);
                assertThatThrownBy(() -> storage.write("j/x", out -> out.write(content)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("j/x");
                assertThat(storage.list("")).extracting(StoredFile::path).containsExactly("j/answered-at-last");
            }
        }
    }

    @Test
    void wrongCredentialsAreNamed() {
        S3Server.useCredentials("someone", "else");
        assertThatThrownBy(() -> open("secret"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("storage=s3://checkpoints/secret/")
                .hasMessageContaining("credentials must allow");
    }

    @Test
    void missingCredentialsAreNamed() {
        S3Server.useNoCredentials();
        assertThatThrownBy(() -> open("secret"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("needs credentials")
                .hasMessageContaining("AWS_ACCESS_KEY_ID");
    }

    @Test
    void aBucketThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> CheckpointStorages.open("s3://nowhere/x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("create the bucket nowhere");
    }

    @Test
    void aNameWithoutABucketIsRefused() {
        for (String uri : new String[] {"s3:/x", "s3:///x", "s3://key:secret@bucket/x", "s3://b/x?y", "s3://b//x"}) {
            assertThatThrownBy(() -> CheckpointStorages.open(uri))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("s3://bucket/prefix");
        }
    }
}
