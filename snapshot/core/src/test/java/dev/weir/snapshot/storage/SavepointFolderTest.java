package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims of savepoints, and storages that are only read. */
class SavepointFolderTest {

    private static final SavepointClaim FIRST = new SavepointClaim("job", "file:///checkpoints", "L1");
    private static final SavepointClaim NEXT_OF_THE_JOB = new SavepointClaim("job", "file:///checkpoints", "L2");
    private static final SavepointClaim ANOTHER_JOBS = new SavepointClaim("job", "file:///elsewhere", "L3");

    @TempDir
    private Path folder = Path.of("");

    private SavepointFolder savepoint() throws IOException {
        String uri = folder.resolve("place/savepoint-job-1").toUri().toString();
        Files.createDirectories(folder.resolve("place"));
        return SavepointFolder.at(uri, CheckpointStorages::open);
    }

    @Test
    void isClaimedOnce() throws IOException {
        SavepointFolder savepoint = savepoint();
        assertThat(savepoint.claim()).isEmpty();
        assertThat(savepoint.claim(FIRST, claim -> false)).isEqualTo(FIRST);
        assertThat(savepoint.claim(NEXT_OF_THE_JOB, claim -> false)).isEqualTo(FIRST);
        assertThat(savepoint.claim(ANOTHER_JOBS, claim -> true)).isEqualTo(FIRST);
        assertThat(savepoint().claim()).hasValue(FIRST);
        savepoint.delete();
        assertThat(folder.resolve("place/savepoint-job-1")).doesNotExist();
    }

    @Test
    void aClaimOfTheJobThatNeverTookEffectGivesWay() throws IOException {
        SavepointFolder savepoint = savepoint();
        savepoint.claim(FIRST, claim -> false);
        assertThat(savepoint.claim(NEXT_OF_THE_JOB, FIRST::equals)).isEqualTo(NEXT_OF_THE_JOB);
    }

    @Test
    void aStorageThatIsReadIsNotTouched() throws IOException {
        Path place = folder.resolve("theirs");
        Files.createDirectories(place.resolve("savepoint"));
        Files.writeString(place.resolve("savepoint/a"), "text");
        CheckpointStorage storage = CheckpointStorages.openToRead(place.toUri().toString());
        assertThat(storage.list("savepoint")).hasSize(1);
        assertThat(new String(storage.open("savepoint/a").readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("text");
        assertThatThrownBy(() -> storage.putIfAbsent("savepoint/b", new byte[1]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("opened to be read");
        assertThatThrownBy(() -> storage.write("savepoint/b", out -> out.write(1)))
                .hasMessageContaining("opened to be read");
        assertThatThrownBy(() -> storage.delete("savepoint/a")).hasMessageContaining("opened to be read");
        try (var files = Files.walk(place)) {
            assertThat(files).hasSize(3);
        }
        assertThatThrownBy(() -> CheckpointStorages.openToRead(
                        folder.resolve("none").toUri().toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't be read")
                .hasMessageContaining("see that it is there");
        assertThat(folder.resolve("none")).doesNotExist();
    }
}
