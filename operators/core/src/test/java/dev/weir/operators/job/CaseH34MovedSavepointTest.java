package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.JobSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A savepoint that was moved; one that is claimed, or stays the person's. */
class CaseH34MovedSavepointTest {

    private static final int CHECKPOINTS = 5;

    @TempDir
    private Path folder = Path.of("");

    private static Path path(String uri) {
        return Path.of(URI.create(uri));
    }

    private void assertEachCountedTwice(Words words) {
        Stream<String> all =
                Stream.concat(Words.counted(Words.HUNDRED, 1).stream(), Words.counted(Words.HUNDRED, 2).stream());
        assertThat(words.results.list()).containsExactlyInAnyOrderElementsOf(all.toList());
    }

    @Test
    void aMovedOneRestores() throws Exception {
        Words words = new Words(folder);
        try (LocalWeir weir = LocalWeir.start()) {
            Path made = path(words.savepointOfOneEach(weir, Words.settings("first")));
            Path moved = folder.resolve("elsewhere").resolve("renamed");
            Files.createDirectories(folder.resolve("elsewhere"));
            Files.move(made, moved);
            JobHandle job = words.start(
                    weir,
                    Words.settings("second"),
                    new StartFrom.Savepoint(moved.toUri().toString()));
            words.countOnceMore(job);
        }
        assertEachCountedTwice(words);
    }

    @Test
    void oneThatIsNotClaimedStaysAsItIsAndNothingIsWrittenBesideIt() throws Exception {
        Words words = new Words(folder);
        String uri;
        try (LocalWeir weir = LocalWeir.start()) {
            uri = words.savepointOfOneEach(weir, Words.settings("first"));
        }
        Path place = folder.resolve("handed-over");
        Files.createDirectories(place);
        Path own = place.resolve("savepoint");
        Files.move(path(uri), own);
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(own, old);
        Files.setLastModifiedTime(place, old);
        Map<String, String> before = Words.contents(place);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = words.start(
                    weir,
                    Words.settings("second")
                            .withStorage(folder.resolve("checkpoints").toUri().toString()),
                    new StartFrom.Savepoint(own.toUri().toString()));
            words.countOnceMore(job);
            for (int i = 0; i < CHECKPOINTS; i++) {
                Words.get(job.checkpoint());
            }
            Jobs.cancel(job);
        }
        assertThat(Words.contents(place)).isEqualTo(before);
        assertThat(Files.getLastModifiedTime(place))
                .as("not even a probe was written")
                .isEqualTo(old);
        assertThat(Files.getLastModifiedTime(own)).isEqualTo(old);
        assertEachCountedTwice(words);
    }

    @Test
    void aClaimedOneIsClaimedOnceAndDisappearsWithTheFirstCheckpoint() throws Exception {
        Words words = new Words(folder);
        JobSettings second = Words.settings("second")
                .withStorage(folder.resolve("checkpoints").toUri().toString());
        String uri;
        try (LocalWeir weir = LocalWeir.start()) {
            uri = words.savepointOfOneEach(weir, Words.settings("first"));
            JobHandle job = words.start(weir, second, new StartFrom.Savepoint(uri).claiming());
            Jobs.awaitRunning(job);
            assertThat(path(uri).resolve("manifest.json"))
                    .as("nothing else is restorable yet")
                    .exists();
            StartFrom.Savepoint again = new StartFrom.Savepoint(uri);
            assertThatThrownBy(() -> words.start(weir, Words.settings("third"), again.claiming()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("claimed by job=second");
            assertThatThrownBy(() -> words.start(weir, Words.settings("third"), again))
                    .hasMessageContaining("claimed by job=second");
            Jobs.cancel(job);
            assertThatThrownBy(() -> words.start(weir, second, again.claiming()))
                    .hasMessageContaining("claimed by job=second");
        }
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = words.start(weir, second, new StartFrom.Latest());
            words.countOnceMore(job);
            Words.get(job.checkpoint());
            Words.get(job.checkpoint());
            assertThat(path(uri)).doesNotExist();
            Jobs.cancel(job);
            JobHandle goingOn = words.start(weir, second, new StartFrom.Latest());
            Jobs.awaitRunning(goingOn);
            JobResult result = cancelled(goingOn);
            assertThat(result.failure()).isEmpty();
        }
        assertEachCountedTwice(words);
    }

    private static JobResult cancelled(JobHandle job) throws Exception {
        job.cancel();
        return job.await(Jobs.PATIENCE);
    }

    @Test
    void aRetainedCheckpointRestoresByItsOwnFolderClaimedOrNot() throws Exception {
        Words words = new Words(folder);
        Path checkpoints = folder.resolve("checkpoints");
        JobSettings first =
                Words.settings("first").withStorage(checkpoints.toUri().toString());
        try (LocalWeir weir = LocalWeir.start()) {
            words.savepointOfOneEach(weir, first);
            Path retained;
            try (Stream<Path> folders = Files.list(checkpoints.resolve("first"))) {
                retained = folders.filter(each -> each.getFileName().toString().startsWith("chk-"))
                        .findFirst()
                        .orElseThrow();
            }
            String uri = retained.toUri().toString();
            Map<String, String> before = Words.contents(retained);
            JobHandle reading = words.start(weir, Words.settings("second"), new StartFrom.Savepoint(uri));
            Jobs.awaitRunning(reading);
            Words.get(reading.checkpoint());
            Jobs.cancel(reading);
            assertThat(Words.contents(retained)).isEqualTo(before);
            JobHandle claiming = words.start(weir, Words.settings("third"), new StartFrom.Savepoint(uri).claiming());
            words.countOnceMore(claiming);
            Words.get(claiming.checkpoint());
            Words.get(claiming.checkpoint());
            assertThat(retained).doesNotExist();
            Jobs.cancel(claiming);
        }
        assertEachCountedTwice(words);
    }
}
