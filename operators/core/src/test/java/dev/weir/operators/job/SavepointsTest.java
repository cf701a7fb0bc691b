package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.job.RequestFailedException;
import dev.weir.engine.job.Savepoint;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.local.Stop;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.CheckpointSettings.Retention;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.StreamJobs;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints and savepoints on request, and what is started from a savepoint. Periodic checkpoints are off. */
class SavepointsTest {

    @TempDir
    private Path folder;

    private final HandSource<Long> numbers = new HandSource<>();
    private final CollectedResults<String> results = new CollectedResults<>();

    /** Everything in files, so that a savepoint's folder holds its segments. */
    private static JobSettings settings(String jobId) {
        return Jobs.settings(jobId)
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(null).withInlineThreshold(0));
    }

    private StreamJob job() {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> env.source("numbers", numbers)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .filter(result -> result.contains("#"))
                .collect("results", results);
    }

    private void add(long from, long to) {
        LongStream.range(from, to).forEach(numbers::add);
    }

    private static List<String> numbered(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(number -> Numbering.keyOf(number) + " #" + (number / Numbering.KEYS + 1))
                .toList();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(Jobs.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private String place() {
        return folder.resolve("savepoints").toUri().toString();
    }

    /** Takes checkpoints until all of these show. */
    private void awaitAll(JobHandle job, int results) throws Exception {
        for (int i = 0; i < 1000 && this.results.size() < results; i++) {
            get(job.checkpoint());
        }
        this.results.await(results, Jobs.PATIENCE);
    }

    private static Map<String, String> contents(Path below) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(below)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(below.relativize(file).toString(), Arrays.toString(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    private JobHandle resume(LocalWeir weir, JobSettings settings, String uri) {
        return weir.submit(StreamJobs.program(job()), JobArguments.none(), settings, new StartFrom.Savepoint(uri));
    }

    @Test
    void aCheckpointOnRequestCommitsAlsoWithPeriodicOnesOff() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("manual"), job());
            Jobs.awaitRunning(job);
            add(0, 40);
            awaitAll(job, 40);
            RoundRecord round = get(job.checkpoint());
            assertThat(round.kind()).isEqualTo(SnapshotKind.CHECKPOINT);
            assertThat(round.parts()).hasSize(job.statistics().size());
            assertThat(job.status()
                            .statistics()
                            .latest()
                            .completed()
                            .orElseThrow()
                            .checkpointId())
                    .isGreaterThanOrEqualTo(round.checkpointId());
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(numbered(0, 40));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 2, 5})
    void aMovedSavepointStartsAnotherJobAtAnyParallelismAndStaysAsItIs(int parallelism) throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("first"), job());
            Jobs.awaitRunning(job);
            add(0, 40);
            awaitAll(job, 40);
            Savepoint savepoint = get(job.savepoint(place()));
            assertThat(savepoint.uri())
                    .endsWith("/savepoint-first-" + savepoint.round().checkpointId());
            add(40, 70);
            awaitAll(job, 70);
            Jobs.cancel(job);

            Path moved = folder.resolve("elsewhere");
            Files.move(Path.of(URI.create(savepoint.uri())), moved);
            Map<String, String> before = contents(moved);
            assertThat(before.keySet()).contains("manifest.json").anyMatch(file -> file.endsWith(".seg"));
            JobHandle fork = resume(
                    weir,
                    settings("second").withParallelism(parallelism),
                    moved.toUri().toString());
            Jobs.awaitRunning(fork);
            awaitAll(fork, 100);
            assertThat(contents(moved)).isEqualTo(before);
        }
        Stream<String> twice = Stream.concat(numbered(0, 70).stream(), numbered(40, 70).stream());
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(twice.toList());
    }

    @Test
    void aFailureBeforeTheFirstCheckpointRestoresTheSavepointAgain() throws Exception {
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> results.size() >= 40);
        String uri;
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("first"), job());
            Jobs.awaitRunning(job);
            add(0, 40);
            awaitAll(job, 40);
            uri = get(job.savepoint(place())).uri();
        }
        add(40, 70);
        StreamJob failing = (env, args) -> env.source("numbers", numbers)
                .map(number -> {
                    trap.pass();
                    return number;
                })
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process(
                        "numbering",
                        new Numbering(new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false)))
                .filter(result -> result.contains("#"))
                .collect("results", results);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle fork = weir.submit(
                    StreamJobs.program(failing), JobArguments.none(), settings("second"), new StartFrom.Savepoint(uri));
            Jobs.awaitAttempt(fork, 2);
            awaitAll(fork, 70);
        }
        assertThat(trap.isSprung()).isTrue();
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(numbered(0, 70));
    }

    @Test
    void aStartBeforeTheFirstCheckpointRestoresTheSavepointThatTheRunWasStartedFrom() throws Exception {
        JobSettings second = settings("second")
                .withStorage(folder.resolve("checkpoints").toUri().toString());
        String uri;
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("first"), job());
            Jobs.awaitRunning(job);
            add(0, 40);
            awaitAll(job, 40);
            uri = get(job.savepoint(place())).uri();
            Jobs.cancel(job);
            JobHandle fork = resume(weir, second, uri);
            Jobs.awaitRunning(fork);
        }
        Path own = Path.of(URI.create(uri));
        Path away = folder.resolve("away");
        try (LocalWeir weir = LocalWeir.start()) {
            Files.move(own, away);
            assertThatThrownBy(() -> Jobs.goOn(weir, second, job()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("savepoint=" + uri)
                    .hasMessageContaining("has no checkpoint of its own yet");
            Files.move(away, own);
            JobHandle goingOn = Jobs.goOn(weir, second, job());
            Jobs.awaitRunning(goingOn);
            add(40, 70);
            awaitAll(goingOn, 70);
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(numbered(0, 70));
    }

    @Test
    void aRequestThatCanNotBeMetSaysWhy() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("refused"), job());
            Jobs.awaitRunning(job);
            assertThatThrownBy(() -> get(job.savepoint()))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RequestFailedException.class)
                    .hasMessageContaining("weir.savepoint.dir");
            assertThatThrownBy(() -> get(job.savepoint("gs://bucket/savepoints")))
                    .hasMessageContaining("its place can't be used")
                    .hasMessageContaining("known schemes=file");
            assertThat(job.status().status()).isEqualTo(JobStatus.RUNNING);
            Jobs.cancel(job);
            assertThatThrownBy(() -> get(job.checkpoint())).hasMessageContaining("job 'refused' has ended");
            assertThatThrownBy(() -> get(job.stop(Stop.SAVEPOINT, place()))).hasMessageContaining("CANCELED");
            assertThatThrownBy(() -> resume(weir, settings("none"), folder.toUri() + "savepoint-none-1"))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("savepoint-none-1/manifest.json")
                    .hasMessageContaining("this is no savepoint");
        }
    }

    @Test
    void aCanceledJobsCheckpointsGoWhereThatIsSetAndSavepointsStay() throws Exception {
        String storage = folder.resolve("checkpoints").toUri().toString();
        JobSettings settings = settings("deleting").withStorage(storage);
        Retention delete = new Retention(2, OnCancel.DELETE, Damaged.FAIL);
        JobSettings deleting = settings.withCheckpoint(settings.checkpoint().withRetention(delete))
                .withSavepoint(settings.savepoint().withDir(place()));
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, deleting, job());
            Jobs.awaitRunning(job);
            add(0, 40);
            awaitAll(job, 40);
            get(job.checkpoint());
            String uri = get(job.savepoint()).uri();
            Jobs.cancel(job);
            assertThat(contents(folder.resolve("checkpoints")).keySet()).noneMatch(file -> file.contains("chk-"));
            assertThat(Path.of(URI.create(uri)).resolve("manifest.json")).exists();
            assertThatThrownBy(() -> Jobs.goOn(weir, deleting, job()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("weir.checkpoint.on-cancel=delete");
        }
    }
}
