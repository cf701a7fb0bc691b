package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small disk of its own that is full. Only where one may be mounted; said so where not. */
class FullDiskTest {

    private static final int DISK_BYTES = 1 << 20;

    @TempDir
    private Path folder = Path.of("");

    private boolean isMounted;

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    private boolean mount() throws InterruptedException {
        try {
            isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "tmpfs", folder.toString());
        } catch (IOException noSuchCommand) {
            isMounted = false;
        }
        if (!isMounted) {
            System.out.println("SKIPPED: FullDiskTest, as no disk can be mounted here; run it as root");
        }
        return isMounted;
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        if (isMounted) {
            assertThat(run("umount", folder.toString())).isTrue();
        }
    }

    @Test
    void whatDoesNotFitLeavesNothingAndWhatFitsGoesOn() throws Exception {
        if (!mount()) {
            return;
        }
        FileStorage storage = new FileStorage(folder);
        byte[] most = new byte[DISK_BYTES / 4 * 3];
        storage.write("chk-1/one", out -> out.write(most));
        assertThatThrownBy(() -> storage.write("chk-2/two", out -> out.write(most)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("space");
        assertThat(storage.list("chk-2")).isEmpty();
        try (Stream<Path> parts = Files.list(folder.resolve(".unpublished"))) {
            assertThat(parts).as("no part of it is left").isEmpty();
        }
        storage.delete("chk-1/one");
        storage.write("chk-2/two", out -> out.write(most));
        assertThat(storage.list("chk-2")).hasSize(1);
    }
}
