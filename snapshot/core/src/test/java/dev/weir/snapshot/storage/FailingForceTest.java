package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails to make something durable, once: file systems report that only once. */
class FailingForceTest {

    private static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);
    private static final int NEVER = -1;

    @TempDir
    private Path folder = Path.of("");

    private int goodForces = NEVER;
    private CheckpointStorage storage = new MemoryStorage();

    @BeforeEach
    void openStorage() throws IOException {
        storage = new FileStorage(folder, this::force);
    }

    private void force(FileChannel channel) throws IOException {
        if (goodForces == 0) {
            goodForces = NEVER;
            throw new IOException("Input/output error");
        }
        goodForces = goodForces == NEVER ? NEVER : goodForces - 1;
        channel.force(true);
    }

    private int forcesOf(String path) throws IOException {
        int before = 1000;
        goodForces = before;
        storage.write(path, out -> out.write(CONTENT));
        int forces = before - goodForces;
        goodForces = NEVER;
        return forces;
    }

    @Test
    void aFileThatCantBeMadeDurableIsNotThere() throws IOException {
        int forces = forcesOf("some/new/folder/file");
        assertThat(forces)
                .as("the file, its folder, and each new folder in its parent")
                .isEqualTo(5);
        for (int failing = 0; failing < forces; failing++) {
            String path = "another/new" + failing + "/folder/file";
            goodForces = failing;
            assertThatThrownBy(() -> storage.write(path, out -> out.write(CONTENT)))
                    .isInstanceOf(IOException.class);
            assertThat(storage.list("another")).isEmpty();
        }
    }

    @Test
    void aFolderThatCouldNotBeMadeDurableIsForcedAgain() throws IOException {
        int forces = forcesOf("first/file");
        goodForces = 1;
        assertThatThrownBy(() -> storage.write("second/file", out -> out.write(CONTENT)))
                .isInstanceOf(IOException.class);
        assertThat(forcesOf("second/file")).isEqualTo(forces);
    }

    @Test
    void aSlotOfTheLogThatMayBeLostIsNotTakenForWritten() throws IOException {
        JobStore store = JobStore.open(storage, "job");
        store.claim();
        goodForces = 1;
        assertThatThrownBy(() -> store.reserveIds(3))
                .as("the slot was forced, its folder wasn't")
                .isInstanceOf(SteppedDownException.class);
        assertThat(storage.list("job/log")).as("it may count or not").hasSize(2);
        assertThatThrownBy(() -> store.reserveIds(3)).isInstanceOf(SteppedDownException.class);
    }

    @Test
    void aSlotThatWasNotLinkedYetIsWrittenAnew() throws IOException {
        JobStore store = JobStore.open(storage, "job");
        store.claim();
        goodForces = 0;
        assertThat(store.reserveIds(3)).isEqualTo(1);
        assertThat(store.reserveIds(3)).isEqualTo(4);
    }
}
