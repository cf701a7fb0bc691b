package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.sink.TransactionLostException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be wrong with a folder, a bucket, an encoder: each an error that says so, and nothing committed is touched. */
class FileSinkRefusalsTest {

    private static final RollingPolicy SLOW = RollingPolicy.DEFAULT.acrossCheckpoints();

    @TempDir
    private Path folder;

    private SinkSubtasks start() throws Exception {
        return SinkSubtasks.start(FileSink.lines(folder), 1, 1, List.of());
    }

    @Test
    void aFolderThatIsAFileIsRefusedBeforeTheFirstRecord() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "something");

        assertThatThrownBy(() -> SinkSubtasks.start(FileSink.lines(file), 1, 1, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(
                        "a folder that can be written", file.toString(), "taken by a file", "name another");
        assertThat(file).hasContent("something");
    }

    @Test
    void aFolderBelowAFileIsRefused() throws Exception {
        Path below = Files.writeString(folder.resolve("file"), "something").resolve("out");

        assertThatThrownBy(() -> SinkSubtasks.start(FileSink.lines(below), 1, 1, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("a folder that can be written", below.toString());
    }

    @Test
    void aFolderThatNobodyCanWriteIsRefusedBeforeTheFirstRecord() {
        Path kernels = Path.of("/proc/self");

        assertThatThrownBy(() -> SinkSubtasks.start(FileSink.lines(kernels), 1, 1, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("a folder that can be written", "/proc/self", "make it writable");
    }

    @Test
    void aFolderThatIsALinkToOneIsWrittenWhereItLeads() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        SinkSubtasks job = SinkSubtasks.start(FileSink.lines(link), 1, 1, List.of());
        job.write("a");
        job.end(1);

        assertThat(FolderReader.lines(real)).containsExactly("a");
    }

    static Stream<String> badBuckets() {
        return Stream.of(
                "..",
                "a/../..",
                "/tmp",
                "a//b",
                "a/",
                ".a",
                "a/_b",
                "a\\b",
                "a\nb",
                "a\0b",
                ".weir-parts",
                "x".repeat(256),
                "x/".repeat(600) + "x");
    }

    @ParameterizedTest
    @MethodSource("badBuckets")
    void aBucketThatIsNoPlainRelativePathFailsTheAttempt(String bucket) throws Exception {
        FileSink<String> sink = FileSink.lines(folder.resolve("out")).bucketBy((line, timestamp) -> line);
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write("fine");
        job.checkpoint(1);

        assertThatThrownBy(() -> job.write(bucket))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("a bucket is a relative path below the sink's folder", "bucket assigner");
        assertThat(FolderReader.lines(folder)).containsExactly("fine");
    }

    @Test
    void aBucketThatLeadsOutThroughALinkFailsTheAttempt() throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(out.resolve("link"), elsewhere);
        FileSink<String> sink = FileSink.lines(out).bucketBy((line, timestamp) -> line);
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());

        assertThatThrownBy(() -> job.write("link/deeper"))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("must not lead out", "link/deeper", elsewhere.toString());
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void aBucketWithTheNameOfAFileFailsTheAttempt() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).bucketBy((line, timestamp) -> line);
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        Files.writeString(folder.resolve("taken"), "something");

        assertThatThrownBy(() -> job.write("taken"))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("can't have the name of a file", "'taken'");
    }

    @Test
    void recordsWithoutTimestampsHaveNoBucketByTime() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).bucketBy(BucketAssigner.byEventTime("yyyy", ZoneOffset.UTC));
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());

        assertThatThrownBy(() -> job.sink(0).process("a", Timestamps.NONE))
                .hasMessageContainingAll("'yyyy'", "assign timestamps before the sink");
    }

    @Test
    void anEncoderThatThrowsFailsTheAttemptAndNothingOfItsRecordIsCommitted() throws Exception {
        FileSink<String> sink = FileSink.of(folder, (line, out) -> {
            out.writeUtf8(line);
            if (line.equals("bad")) {
                throw new IllegalStateException("can't");
            }
            out.writeByte('\n');
        });
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write("good");
        List<byte[]> checkpoint = job.checkpoint(1);

        assertThatThrownBy(() -> job.write("better", "bad"))
                .hasMessageContainingAll("an encoder must take every record", "'words'", "java.lang.String", "can't");
        job.close();
        job.crashAndRestore(sink, 1, checkpoint).end(2);

        assertThat(FolderReader.lines(folder)).containsExactly("good");
    }

    @Test
    void aCommittedFileThatSomeoneRemovedIsNamedAndTheOthersStay() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(FileSink.lines(folder), 3, 1, List.of());
        for (int i = 0; i < 3; i++) {
            job.write(i, "line " + i);
        }
        List<byte[]> checkpoint = job.checkpoint(1);
        Path removed = FolderReader.files(folder).get(1);
        Files.delete(removed);

        assertThatThrownBy(() -> job.crashAndRestore(FileSink.lines(folder), 3, checkpoint))
                .isInstanceOf(TransactionLostException.class)
                .hasMessageContainingAll("neither", removed.toString(), "7 bytes are lost", "whenPartIsMissing(TAKEN)");
        assertThat(FolderReader.lines(folder)).containsExactly("line 0", "line 2");
    }

    @Test
    void aCommittedFileThatAReaderTookIsNoLossWhereReadersDoSo() throws Exception {
        SinkSubtasks job = start();
        job.write("taken");
        List<byte[]> checkpoint = job.checkpoint(1);
        Files.delete(FolderReader.files(folder).get(0));

        FileSink<String> sink = FileSink.lines(folder).whenPartIsMissing(MissingParts.TAKEN);
        SinkSubtasks next = job.crashAndRestore(sink, 1, checkpoint);
        next.write("next");
        next.end(2);

        assertThat(FolderReader.lines(folder)).containsExactly("next");
    }

    @Test
    void aCommittedFileThatSomeoneChangedIsLeftAsItIs() throws Exception {
        SinkSubtasks job = start();
        job.write("a");
        List<byte[]> checkpoint = job.checkpoint(1);
        Path changed = FolderReader.files(folder).get(0);
        Files.writeString(changed, "something else\n");

        assertThatThrownBy(() -> job.crashAndRestore(FileSink.lines(folder), 1, checkpoint))
                .isInstanceOf(TransactionLostException.class)
                .hasMessageContainingAll("never changed", changed.toString(), "has 15 bytes", "to have 2");
        assertThat(changed).hasContent("something else\n");
    }

    @Test
    void aFileThatHasAPartsNameIsNeverOverwritten() throws Exception {
        SinkSubtasks job = start();
        job.write("ours");
        List<byte[]> checkpoint = job.unannounced(1);
        PreparedPart part = partsOf(checkpoint).get(0);
        Path taken = Files.writeString(folder.resolve(part.committedPath()), "theirs, longer\n");

        assertThatThrownBy(() -> job.announce(1)).isInstanceOf(TransactionLostException.class);

        assertThat(taken).hasContent("theirs, longer\n");
        assertThat(folder.resolve(SinkFolder.STAGING).resolve(part.hiddenName()))
                .hasContent("ours\n");
    }

    @Test
    void aPartInProgressThatIsGoneIsNamed() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).roll(SLOW);
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write("a");
        List<byte[]> checkpoint = job.checkpoint(1);
        Path hidden = hiddenFileOf(checkpoint);
        Files.delete(hidden);

        assertThatThrownBy(() -> job.crashAndRestore(sink, 1, checkpoint))
                .isInstanceOf(TransactionLostException.class)
                .hasMessageContainingAll("neither", hidden.toString(), "2 bytes are lost");
    }

    @Test
    void aPartInProgressThatIsShorterThanSavedIsNamedWithBothLengths() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).roll(SLOW);
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write("a", "b");
        List<byte[]> checkpoint = job.checkpoint(1);
        Path hidden = hiddenFileOf(checkpoint);
        Files.writeString(hidden, "a\nb", StandardCharsets.UTF_8);

        assertThatThrownBy(() -> job.crashAndRestore(sink, 1, checkpoint))
                .isInstanceOf(TransactionLostException.class)
                .hasMessageContainingAll(hidden.toString(), "has 3 bytes", "saved were 4");
        assertThat(FolderReader.files(folder)).isEmpty();
    }

    @Test
    void aMovedFolderIsFoundWhereTheSinkIsNow() throws Exception {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        SinkSubtasks job = SinkSubtasks.start(FileSink.lines(first), 1, 1, List.of());
        job.write("a");
        List<byte[]> checkpoint = job.unannounced(1);
        Files.move(first, second);

        job.crashAndRestore(FileSink.lines(second), 1, checkpoint);

        assertThat(FolderReader.lines(second)).containsExactly("a");
    }

    @Test
    void anotherFolderGetsNewPartsAndTheOldOneItsOwn() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(FileSink.lines(folder.resolve("first")), 1, 1, List.of());
        job.write("a");
        List<byte[]> checkpoint = job.unannounced(1);

        SinkSubtasks next = job.crashAndRestore(FileSink.lines(folder.resolve("second")), 1, checkpoint);
        next.write("b");
        next.end(2);

        assertThat(FolderReader.lines(folder.resolve("first"))).containsExactly("a");
        assertThat(FolderReader.lines(folder.resolve("second"))).containsExactly("b");
    }

    private Path hiddenFileOf(List<byte[]> checkpoint) throws IOException {
        return folder.resolve(SinkFolder.STAGING)
                .resolve(partsOf(checkpoint).get(0).hiddenName());
    }

    /** The parts of a checkpoint's only token. */
    private List<PreparedPart> partsOf(List<byte[]> checkpoint) throws IOException {
        return SinkSubtasks.tokens(checkpoint).get(0).parts();
    }
}
