package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.source.file.FileSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is watched: each file that is renamed into it is read once, over crashes and restarts. */
class ContinuousFilesTest {

    private static final int LINES_PER_FILE = 50;

    @TempDir
    private Path folder;

    @TempDir
    private Path storage;

    private final CollectedResults<String> results = new CollectedResults<>();
    private final List<String> expected = new ArrayList<>();

    private void addFile(String name) throws Exception {
        List<String> lines = IntStream.range(0, LINES_PER_FILE)
                .mapToObj(line -> name + " " + line)
                .toList();
        Path hidden = Files.write(folder.resolve("." + name), lines);
        Files.move(hidden, folder.resolve(name));
        expected.addAll(lines);
    }

    private StreamJob job(Trap trap) {
        FileSource source = FileSource.lines(folder.toString())
                .splitSize(100)
                .bufferSize(33)
                .continuous(Duration.ofMillis(5));
        return (env, args) -> env.source("lines", source)
                .map(line -> {
                    trap.pass();
                    return line;
                })
                .collect("results", results);
    }

    @Test
    void eachFileIsReadOnceOverACrashAndARestart() throws Exception {
        JobSettings settings = Jobs.settings("watching")
                .withStorage(storage.toUri().toString())
                .withCheckpoint(Jobs.inFiles(2));
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> results.size() >= 2 * LINES_PER_FILE);
        addFile("a");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings, job(trap));
            results.await(expected.size(), Jobs.PATIENCE);
            addFile("b");
            results.await(expected.size(), Jobs.PATIENCE);
            addFile("c");
            results.await(expected.size(), Jobs.PATIENCE);
            Jobs.cancel(job);
        }
        assertThat(trap.isSprung()).isTrue();
        addFile("d");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.goOn(weir, settings, job(trap));
            results.await(expected.size(), Jobs.PATIENCE);
            addFile("e");
            results.await(expected.size(), Jobs.PATIENCE);
            Jobs.cancel(job);
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
