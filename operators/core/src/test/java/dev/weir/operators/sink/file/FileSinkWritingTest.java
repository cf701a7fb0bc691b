package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When parts are closed, what they are called, and what they hold. */
class FileSinkWritingTest {

    private static final RollingPolicy SLOW = RollingPolicy.DEFAULT.acrossCheckpoints();

    @TempDir
    private Path folder;

    private SinkSubtasks start(FileSink<String> sink) throws Exception {
        return SinkSubtasks.start(sink, 1, 1, List.of());
    }

    @Test
    void byDefaultAllThatCameBeforeACheckpointShowsWhenItIsComplete() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder));
        job.write("a", "b");
        job.unannounced(1);
        job.write("c");
        assertThat(FolderReader.files(folder)).isEmpty();

        job.announce(1);

        assertThat(FolderReader.lines(folder)).containsExactly("a", "b");
    }

    @Test
    void aPartIsClosedWithTheRecordThatTakesItToItsSize() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder).roll(SLOW.withSizeBytes(4)));
        job.write("a", "b", "c");
        job.checkpoint(1);
        assertThat(FolderReader.lines(folder)).containsExactly("a", "b");

        job.write("longer than four bytes");
        job.checkpoint(2);

        assertThat(FolderReader.files(folder)).hasSize(2);
        assertThat(FolderReader.lines(folder)).hasSize(4);
    }

    @Test
    void aPartIsClosedByItsAgeThoughNoRecordComes() throws Exception {
        SinkSubtasks job = start(
                FileSink.lines(folder).roll(SLOW.withAge(Duration.ofMinutes(5)).withInactivity(Duration.ofHours(1))));
        job.write("a");
        job.checkpoint(1);
        job.setTime(Duration.ofMinutes(4));
        job.write("b");
        job.checkpoint(2);
        assertThat(FolderReader.files(folder)).isEmpty();

        job.setTime(Duration.ofMinutes(5));
        job.checkpoint(3);

        assertThat(FolderReader.lines(folder)).containsExactly("a", "b");
    }

    @Test
    void aPartIsClosedWhenNoRecordCameForLong() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder).roll(SLOW.withInactivity(Duration.ofSeconds(30))));
        job.write("a");
        job.setTime(Duration.ofSeconds(20));
        job.checkpoint(1);
        job.setTime(Duration.ofSeconds(49));
        job.checkpoint(2);
        assertThat(FolderReader.files(folder)).isEmpty();

        job.setTime(Duration.ofSeconds(50));
        job.checkpoint(3);

        assertThat(FolderReader.lines(folder)).containsExactly("a");
    }

    @Test
    void whereTheInputHasEndedAllIsClosed() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder).roll(SLOW));
        job.write("a");
        job.checkpoint(1);

        job.end(2);

        assertThat(FolderReader.lines(folder)).containsExactly("a");
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void aRoundWithoutAnythingOpenHasNoTransaction() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder));
        assertThat(job.checkpoint(1)).isEmpty();
        job.write("a");
        assertThat(job.checkpoint(2)).hasSize(1);
        assertThat(job.checkpoint(3)).isEmpty();
    }

    @Test
    void aRecordWithoutBytesMakesNoFile() throws Exception {
        SinkSubtasks job = start(FileSink.of(folder, (line, out) -> {}));
        job.write("nothing");

        job.end(1);

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void namesSayRunSinkSubtaskAttemptAndNumber() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder).partNames("words-", ".txt"));
        job.write("a");
        job.checkpoint(1);
        job.write("b");
        job.end(2);

        assertThat(FolderReader.files(folder))
                .containsExactly(
                        folder.resolve("words-lineage-words-0-1-0.txt"),
                        folder.resolve("words-lineage-words-0-1-1.txt"));
    }

    @Test
    void bucketsByEventTimeAreFolders() throws Exception {
        FileSink<String> sink =
                FileSink.lines(folder).bucketBy(BucketAssigner.byEventTime("yyyy-MM-dd/HH", ZoneOffset.UTC));
        SinkSubtasks job = start(sink);
        job.sink(0).process("first", 0);
        job.sink(0).process("hours before", -7_200_001);
        job.sink(0).process("in the same hour", 3_599_999);
        job.end(1);

        assertThat(FolderReader.lines(folder.resolve("1970-01-01/00"))).containsExactly("first", "in the same hour");
        assertThat(FolderReader.lines(folder.resolve("1969-12-31/21"))).containsExactly("hours before");
    }

    @Test
    void withTooManyBucketsThePartThatWaitedLongestIsClosed() throws Exception {
        int buckets = PartWriter.MOST_OPEN_PARTS + 3;
        SinkSubtasks job = start(FileSink.lines(folder).roll(SLOW).bucketBy((line, timestamp) -> "bucket-" + line));
        for (int i = 0; i < buckets; i++) {
            job.write(Integer.toString(i));
            job.write("0");
            job.runAll();
        }
        job.checkpoint(1);
        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrder("1", "2", "3");

        job.end(2);

        assertThat(FolderReader.lines(folder)).hasSize(2 * buckets);
        assertThat(FolderReader.files(folder)).hasSize(buckets);
    }

    @Test
    void aDiskThatIsSlowHoldsRecordsUpUntilItIsDone() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder).roll(SLOW.withSizeBytes(1)));
        int taken = 0;
        while (job.sink(0).isReady()) {
            job.write("line " + taken++);
        }
        assertThat(taken).isBetween(1, 10);

        job.runAll();

        assertThat(job.sink(0).isReady()).isTrue();
        job.end(1);
        assertThat(FolderReader.files(folder)).hasSize(taken);
    }

    @Test
    void aPieceThatCannotBeForcedFailsTheAttemptAndIsNeverTakenForDurable() throws Exception {
        SinkSubtasks job = start(FileSink.lines(folder));
        job.write("a");
        job.trigger(1);
        job.sink(0).close();

        assertThatThrownBy(job::runAll).hasMessageContaining("parts must be made durable");
        assertThat(FolderReader.files(folder)).isEmpty();
    }

    @Test
    void longLinesOfAllKindsArriveAsTheyAre() throws Exception {
        List<String> lines = List.of("", "ä".repeat(200_000), "x".repeat(300_000), "𝄞".repeat(70_001), "mixed ü €");
        SinkSubtasks job = start(FileSink.lines(folder));
        job.write(lines.toArray(String[]::new));
        job.end(1);

        assertThat(FolderReader.lines(folder)).isEqualTo(lines);
    }
}
