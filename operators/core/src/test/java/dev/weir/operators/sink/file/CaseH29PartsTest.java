package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.sink.TransactionLostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H29: part numbers, and the tail of the part in progress. */
class CaseH29PartsTest {

    private static final RollingPolicy SLOW = RollingPolicy.DEFAULT
            .acrossCheckpoints()
            .withAge(Duration.ofDays(1))
            .withInactivity(Duration.ofDays(1));

    @TempDir
    private Path folder;

    private static String[] lines(String start, int count) {
        return IntStream.range(0, count).mapToObj(i -> start + i).toArray(String[]::new);
    }

    private FileSink<String> slowSink() {
        return FileSink.lines(folder).roll(SLOW);
    }

    @Test
    void h29aABucketThatWasForgottenDoesNotWriteItsFirstPartAgain() throws Exception {
        FileSink<String> sink = FileSink.lines(folder)
                .bucketBy((line, timestamp) -> line.substring(0, 1))
                .roll(SLOW.withInactivity(Duration.ofMinutes(1)));
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write(lines("x", 10));
        job.checkpoint(1);
        job.setTime(Duration.ofMinutes(2));
        job.write(lines("y", 5));
        job.checkpoint(2);
        assertThat(FolderReader.lines(folder.resolve("x"))).hasSize(10);

        job.write(lines("x1", 10));
        job.end(3);

        assertThat(FolderReader.lines(folder.resolve("x"))).hasSize(20).doesNotHaveDuplicates();
        assertThat(FolderReader.files(folder.resolve("x"))).hasSize(2);
        assertThat(FolderReader.lines(folder)).hasSize(25);
    }

    @Test
    void h29bWhatCameAfterTheCheckpointIsCutOffAndComesAgain() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(slowSink(), 1, 1, List.of());
        job.write(lines("a", 5));
        List<byte[]> first = job.checkpoint(1);
        job.write(lines("b", 7));
        job.unannounced(2);
        assertThat(FolderReader.files(folder)).isEmpty();

        SinkSubtasks next = job.crashAndRestore(slowSink(), 1, first);
        assertThat(FolderReader.lines(folder)).containsExactly(lines("a", 5));
        next.write(lines("b", 7));
        next.end(3);

        assertThat(FolderReader.lines(folder)).hasSize(12).doesNotHaveDuplicates();
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void h29bHalfALineBehindTheSavedLengthIsNeverCommitted() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(slowSink(), 1, 1, List.of());
        job.write(lines("a", 5));
        List<byte[]> first = job.checkpoint(1);
        Files.writeString(onlyHidden(), "half a li", StandardCharsets.UTF_8, StandardOpenOption.APPEND);

        job.crashAndRestore(slowSink(), 1, first).end(2);

        assertThat(FolderReader.lines(folder)).containsExactly(lines("a", 5));
    }

    @Test
    void h29cAPartOpenAcrossTenCheckpointsIsRestoredFromEachOfTheTwoNewest() throws Exception {
        for (int back = 0; back < 2; back++) {
            folder = Files.createDirectory(folder.resolve("back" + back));
            SinkSubtasks job = SinkSubtasks.start(slowSink(), 1, 1, List.of());
            List<List<byte[]>> checkpoints = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                job.write(lines("cp" + i + "-", 3));
                checkpoints.add(job.checkpoint(i + 1));
            }
            job.write("lost with the crash");

            SinkSubtasks next = job.crashAndRestore(slowSink(), 1, checkpoints.get(9 - back));
            if (back == 1) {
                next.write(lines("cp9-", 3));
            }
            next.end(11);

            assertThat(FolderReader.lines(folder)).hasSize(30).doesNotHaveDuplicates();
            assertThat(FolderReader.hidden(folder)).isEmpty();
        }
    }

    @Test
    void h29dAnOlderCheckpointWhosePartWasFinishedSinceIsRefusedWithBothLengths() throws Exception {
        List<byte[]> older = finishedSinceTheFirstCheckpoint();

        assertThatThrownBy(() -> SinkSubtasks.start(slowSink(), 1, 2, older))
                .isInstanceOf(TransactionLostException.class)
                .hasMessageContainingAll(
                        "older", onlyCommitted().toString(), "40 bytes", "15", "whenCheckpointIsOlder");

        assertThat(FolderReader.lines(folder)).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void h29dOnDemandTheFinishedPartStaysAndItsLaterRecordsComeAgain() throws Exception {
        List<byte[]> older = finishedSinceTheFirstCheckpoint();
        Path committed = onlyCommitted();
        String before = Files.readString(committed);

        FileSink<String> sink = slowSink().whenCheckpointIsOlder(OlderCheckpoint.REPEAT);
        SinkSubtasks next = SinkSubtasks.start(sink, 1, 2, older);
        next.write(lines("again", 7));
        next.end(5);

        assertThat(committed).hasContent(before);
        assertThat(FolderReader.lines(folder)).contains(lines("a", 5)).contains(lines("again", 7));
        assertThat(FolderReader.lines(folder)).doesNotHaveDuplicates();
    }

    @Test
    void h29dAnOlderCheckpointOfAPartThatOnlyWaitsForItsCommitTakesWhatItKnows() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(slowSink(), 1, 1, List.of());
        job.write(lines("a", 5));
        List<byte[]> older = job.checkpoint(1);
        job.write(lines("b", 7));
        job.sink(0).finish();
        job.unannounced(2);

        SinkSubtasks next = job.crashAndRestore(slowSink(), 1, older);
        next.write(lines("b", 7));
        next.end(3);

        assertThat(FolderReader.lines(folder)).hasSize(12).doesNotHaveDuplicates();
    }

    /** Five lines of three bytes, a checkpoint, which is given; seven more lines, and the part is finished. */
    private List<byte[]> finishedSinceTheFirstCheckpoint() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(slowSink(), 1, 1, List.of());
        job.write(lines("a", 5));
        List<byte[]> older = job.checkpoint(1);
        job.write(lines("b", 5));
        job.write("later1", "22");
        job.end(2);
        return older;
    }

    private Path onlyCommitted() throws Exception {
        List<Path> files = FolderReader.files(folder);
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    private Path onlyHidden() throws Exception {
        List<Path> files = FolderReader.hidden(folder).stream()
                .filter(Files::isRegularFile)
                .toList();
        assertThat(files).hasSize(1);
        return files.get(0);
    }
}
