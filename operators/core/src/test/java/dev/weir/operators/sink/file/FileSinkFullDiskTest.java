package dev.weir.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operating system refuses a write in the middle of a part, in a process of its own whose files have a limit. */
class FileSinkFullDiskTest {

    private static final String LIMIT_BLOCKS = "300";

    @TempDir
    private Path folder;

    @Test
    void aRefusedWriteFailsTheAttemptAndTheNextGoesOnFromTheCheckpoint() throws Exception {
        Path out = folder.resolve("out");
        Path state = Files.createDirectory(folder.resolve("state"));

        String said = runWithLimit(out, state);

        assertThat(said)
                .contains("a part must be written whole: file=" + out.resolve(SinkFolder.STAGING), "free=", "make room")
                .contains("what is committed stays as it is");
        FileSink<String> sink = FullDisk.sink(out);
        SinkSubtasks next = SinkSubtasks.start(sink, 1, 2, stateIn(state));
        assertThat(FolderReader.lines(out)).containsExactly("committed", "saved");
        next.write("line 0");
        next.end(3);
        assertThat(FolderReader.lines(out)).containsExactlyInAnyOrder("committed", "saved", "line 0");
        assertThat(FolderReader.hidden(out)).isEmpty();
    }

    private static String runWithLimit(Path out, Path state) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "ulimit -f " + LIMIT_BLOCKS + "; exec \"$@\"",
                        "sh",
                        java,
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullDisk.class.getName(),
                        out.toString(),
                        state.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static List<byte[]> stateIn(Path folder) throws IOException {
        List<byte[]> state = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                state.add(Files.readAllBytes(file));
            }
        }
        return state;
    }
}
