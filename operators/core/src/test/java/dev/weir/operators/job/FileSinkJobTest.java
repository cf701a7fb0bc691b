package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.file.FileSink;
import dev.weir.operators.sink.file.FolderReader;
import dev.weir.operators.sink.file.RollingPolicy;
import dev.weir.operators.time.WatermarkStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs of three subtasks write files: each result is there once, whatever failed. */
class FileSinkJobTest {

    private static final long RECORDS = 3_000;
    private static final RollingPolicy SLOW = RollingPolicy.DEFAULT.acrossCheckpoints();

    @TempDir
    private Path folder;

    static Stream<RollingPolicy> policies() {
        return Stream.of(RollingPolicy.DEFAULT, SLOW, SLOW.withSizeBytes(2_000), SLOW.withAge(Duration.ofMillis(120)));
    }

    static Stream<RollingPolicy> atCheckpointsAndAcross() {
        return Stream.of(RollingPolicy.DEFAULT, SLOW.withSizeBytes(5_000));
    }

    /** Fails so many times, each time after two more completed checkpoints. */
    private static final class Failures {
        private final int wanted;
        private final AtomicInteger checkpoints = new AtomicInteger();
        private final AtomicInteger thrown = new AtomicInteger();

        Failures(int wanted) {
            this.wanted = wanted;
        }

        void pass() {
            int before = thrown.get();
            if (before < wanted && checkpoints.get() >= 5 * (before + 1) && thrown.compareAndSet(before, before + 1)) {
                throw new IllegalStateException("failure " + (before + 1));
            }
        }

        boolean haveHappened() {
            return thrown.get() >= wanted;
        }
    }

    private static StreamJob job(Failures failures, FileSink<String> sink) {
        return job(failures, failures::haveHappened, sink);
    }

    private static StreamJob job(Failures failures, BooleanSupplier gate, FileSink<String> sink) {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        TricklingSource.Places places =
                new TricklingSource.Places(() -> {}, () -> failures.checkpoints.incrementAndGet(), () -> {});
        return (env, args) -> env.source("numbers", new TricklingSource(RECORDS, gate, places))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .map(line -> {
                    failures.pass();
                    return line;
                })
                .sinkTo("files", sink);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void eachResultIsInTheFilesOnceThoughSubtasksFail(RollingPolicy rolling) throws Exception {
        Failures failures = new Failures(3);
        FileSink<String> sink = FileSink.lines(folder).roll(rolling).partNames("lines-", ".txt");
        try (LocalWeir weir = LocalWeir.start()) {
            JobResult result = Jobs.finish(Jobs.start(weir, Jobs.settings("files"), job(failures, sink)));
            assertThat(result.attempts()).isEqualTo(4);
        }
        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertThat(FolderReader.hidden(folder)).isEmpty();
        assertThat(FolderReader.files(folder))
                .allMatch(file -> file.getFileName().toString().matches("lines-.*-files-[012]-\\d+-\\d+\\.txt"));
    }

    @Test
    void bucketsAreFoldersAndEachResultIsInItsOwn() throws Exception {
        Failures failures = new Failures(2);
        FileSink<String> sink =
                FileSink.lines(folder).roll(SLOW).bucketBy((line, timestamp) -> line.substring(0, line.indexOf(' ')));
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.start(weir, Jobs.settings("buckets"), job(failures, sink)));
        }
        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        for (Path file : FolderReader.files(folder)) {
            String bucket = String.valueOf(file.resolveSibling("").getFileName());
            assertThat(Files.readAllLines(file)).allMatch(line -> line.startsWith(bucket + " "));
        }
    }

    @ParameterizedTest
    @MethodSource("atCheckpointsAndAcross")
    void aJobGoesOnAtOtherParallelisms(RollingPolicy rolling) throws Exception {
        Path storage = Files.createDirectory(folder.resolve("checkpoints"));
        Path out = folder.resolve("out");
        JobSettings settings =
                Jobs.settings("rescaled").withStorage(storage.toUri().toString());
        FileSink<String> sink = FileSink.lines(out).roll(rolling);
        Failures none = new Failures(0);
        try (LocalWeir weir = LocalWeir.start()) {
            cancelAfterCheckpoints(none, Jobs.start(weir, settings, job(none, () -> false, sink)));
        }
        try (LocalWeir weir = LocalWeir.start()) {
            cancelAfterCheckpoints(none, Jobs.goOn(weir, settings.withParallelism(2), job(none, () -> false, sink)));
        }
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.goOn(weir, settings.withParallelism(5), job(none, sink)));
        }
        assertThat(FolderReader.lines(out)).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertThat(FolderReader.hidden(out)).isEmpty();
    }

    private static void cancelAfterCheckpoints(Failures counter, JobHandle handle) throws Exception {
        int before = counter.checkpoints.get();
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> counter.checkpoints.get() >= before + 6);
        Jobs.cancel(handle);
    }

    @Test
    void withoutPeriodicCheckpointsAllShowsAtTheEnd() throws Exception {
        JobSettings settings = Jobs.settings("interval-off");
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.start(
                    weir,
                    settings.withCheckpoint(settings.checkpoint().withInterval(null)),
                    job(new Failures(0), FileSink.lines(folder).roll(SLOW))));
        }
        assertThat(FolderReader.lines(folder)).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertThat(FolderReader.files(folder)).hasSize(3);
        assertThat(FolderReader.hidden(folder)).isEmpty();
    }

    @Test
    void anOutputFolderThatIsAFileFailsTheJobBeforeTheFirstRecord() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "something\n");
        JobSettings settings = Jobs.settings("not-a-folder").withRestart(new RestartSettings.None());
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle handle = Jobs.start(weir, settings, job(new Failures(0), FileSink.lines(file)));
            assertThat(Jobs.failureOf(handle))
                    .contains("a file sink needs a folder that can be written", file.toString(), "name another");
        }
        assertThat(file).hasContent("something\n");
        assertThat(FolderReader.lines(folder)).isEqualTo(List.of("something"));
    }
}
