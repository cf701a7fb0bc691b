package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.SnapshotKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts that would stay open for hours, and savepoints. */
class FileSinkSavepointTest {

    private static final RollingPolicy SLOW = RollingPolicy.DEFAULT
            .acrossCheckpoints()
            .withAge(Duration.ofHours(9))
            .withInactivity(Duration.ofHours(9));

    @TempDir
    private Path folder;

    private FileSink<String> sink = FileSink.lines(Path.of("."));

    @BeforeEach
    void setUp() {
        sink = FileSink.lines(folder).roll(SLOW);
    }

    @ParameterizedTest
    @EnumSource(
            value = SnapshotKind.class,
            names = {"STOP", "DRAIN"})
    void theLastSavepointOfARunLeavesNothingOpen(SnapshotKind kind) throws Exception {
        SinkSubtasks run = SinkSubtasks.start(sink, 3, 1, List.of());
        run.write("a", "b");
        run.checkpoint(1);
        run.write("c");
        run.savepoint(2, kind);
        run.announce(2);
        run.close();

        assertThat(FolderReader.lines(folder)).containsExactly("a", "b", "c");
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void aForkAndTheRunThatGoesOnWriteFilesOfTheirOwnAfterIt() throws Exception {
        SinkSubtasks run = SinkSubtasks.start(sink, 3, 1, List.of());
        run.write("a");
        run.checkpoint(1);
        run.write("b");
        List<byte[]> savepoint = run.savepoint(2, SnapshotKind.SAVEPOINT);
        assertThat(FolderReader.lines(folder)).as("it commits nothing").isEmpty();
        run.write("c");
        run.checkpoint(3);
        assertThat(FolderReader.lines(folder)).containsExactly("a", "b");

        SinkSubtasks fork = SinkSubtasks.fork(sink, 2, savepoint);
        fork.write("c of the fork");
        run.write("d");
        fork.end(3);
        run.end(4);

        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrder("a", "b", "c", "d", "c of the fork");
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void afterASavepointAPartStaysOpenAgain() throws Exception {
        SinkSubtasks run = SinkSubtasks.start(sink, 3, 1, List.of());
        run.write("a");
        run.savepoint(1, SnapshotKind.SAVEPOINT);
        run.checkpoint(2);
        run.write("b");
        run.checkpoint(3);
        assertThat(FolderReader.lines(folder)).containsExactly("a");
        run.write("c");

        run.end(4);

        assertThat(FolderReader.files(folder)).hasSize(2);
        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrder("a", "b", "c");
    }
}
