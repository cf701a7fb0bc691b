package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What crashed attempts leave goes away, and nothing else does. */
class FileSinkLeftoversTest {

    private static final RollingPolicy SLOW = RollingPolicy.DEFAULT.acrossCheckpoints();
    private static final String LINEAGE = "lineage";
    private static final String UID = "words";

    @TempDir
    private Path folder;

    private Path leave(String lineage, String uid, int subtask, long attempt) throws IOException {
        String stem = new PartNames(lineage, uid).stem(new PartNames.Owner(subtask, attempt), 7);
        Path staging = Files.createDirectories(folder.resolve(SinkFolder.STAGING));
        return Files.writeString(staging.resolve(PartNames.hidden(stem)), "uncommitted\n");
    }

    private List<Path> hiddenFiles() throws IOException {
        return FolderReader.hidden(folder).stream().filter(Files::isRegularFile).toList();
    }

    @Test
    void onlyOlderAttemptsOfThisSinkOfThisRunAreSwept() throws Exception {
        leave(LINEAGE, UID, 0, 1);
        leave(LINEAGE, UID, 4, 3);
        List<Path> kept = Stream.of(
                        leave(LINEAGE, UID, 0, 5),
                        leave(LINEAGE, UID, 0, 6),
                        leave("another", UID, 0, 1),
                        leave(LINEAGE, "words-1", 0, 1),
                        leave(LINEAGE, "word", 0, 1),
                        Files.writeString(folder.resolve(SinkFolder.STAGING).resolve("foreign"), "?"),
                        Files.writeString(folder.resolve(".foreign"), "?"))
                .sorted()
                .toList();

        SinkSubtasks.start(FileSink.lines(folder), 3, 5, List.of());

        assertThat(hiddenFiles()).containsExactlyElementsOf(kept);
    }

    @Test
    void whatAZombieWritesAfterTheFirstSweepGoesAfterTheNextCheckpoint() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(FileSink.lines(folder), 3, 5, List.of());
        leave(LINEAGE, UID, 2, 4);
        assertThat(hiddenFiles()).hasSize(1);

        job.checkpoint(1);

        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void whatWaitsForItsCommitIsNoLeftover() throws Exception {
        SinkSubtasks job = SinkSubtasks.start(FileSink.lines(folder), 3, 1, List.of());
        for (int i = 0; i < 3; i++) {
            job.write(i, "line " + i);
        }
        List<byte[]> checkpoint = job.unannounced(1);

        job.crashAndRestore(FileSink.lines(folder), 2, checkpoint);

        assertThat(FolderReader.lines(folder)).containsExactly("line 0", "line 1", "line 2");
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void partsInProgressOfOldSubtasksAreFinishedByWhoeverAnswersForThem() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).roll(SLOW);
        SinkSubtasks job = SinkSubtasks.start(sink, 5, 1, List.of());
        for (int i = 0; i < 5; i++) {
            job.write(i, "line " + i);
        }
        List<byte[]> checkpoint = job.checkpoint(1);
        for (int i = 0; i < 5; i++) {
            job.write(i, "lost " + i);
        }
        job.unannounced(2);

        job.crashAndRestore(sink, 2, checkpoint);

        assertThat(FolderReader.lines(folder)).containsExactly("line 0", "line 1", "line 2", "line 3", "line 4");
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void aPartInProgressOfAnotherRunIsCopiedAndLeftToIt() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).roll(SLOW);
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write("a");
        PreparedPart part =
                SinkSubtasks.tokens(job.checkpoint(1)).get(0).parts().get(0);
        job.write("b");
        PartNames names = new PartNames("a fork", UID);
        PartPlacer fork = new PartPlacer(names, new PartNames.Owner(0, 1), FileSinkSettings.Doubts.DEFAULT);

        fork.place(new SinkFolder(folder), part).removeHidden();

        assertThat(FolderReader.lines(folder)).containsExactly("a");
        assertThat(hiddenFiles()).hasSize(1);
    }

    @Test
    void aWriterThatIsClosedLeavesWhatACheckpointKnowsAndNothingElse() throws Exception {
        FileSink<String> sink = FileSink.lines(folder).roll(SLOW.withSizeBytes(3));
        SinkSubtasks job = SinkSubtasks.start(sink, 1, 1, List.of());
        job.write("a");
        List<byte[]> checkpoint = job.checkpoint(1);
        job.write("bb", "ccc", "d");
        job.runAll();
        assertThat(hiddenFiles()).hasSizeGreaterThan(1);

        job.close();

        assertThat(hiddenFiles()).hasSize(1);
        job.crashAndRestore(sink, 1, checkpoint).end(2);
        assertThat(FolderReader.lines(folder)).containsExactly("a");
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void aCopyThatACrashLeftIsSwept() throws Exception {
        PartNames names = new PartNames(LINEAGE, UID);
        Path staging = Files.createDirectories(folder.resolve(SinkFolder.STAGING));
        Files.writeString(staging.resolve(names.copy(new PartNames.Owner(0, 1), 3)), "half a co");
        Files.writeString(staging.resolve(names.probe(new PartNames.Owner(0, 1), 1)), "");

        SinkSubtasks.start(FileSink.lines(folder), 1, 2, List.of());

        assertThat(FolderReader.hidden(folder)).isEmpty();
    }
}
