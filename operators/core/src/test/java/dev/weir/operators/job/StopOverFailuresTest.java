package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.Savepoint;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.Stop;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sink fails after the savepoint of a stop is published: the job restores it, commits, reads nothing more, and ends. */
class StopOverFailuresTest {

    private static final long RECORDS = 60;

    @TempDir
    private Path folder;

    private final HandSource<Long> numbers = new HandSource<>();
    private final CollectedResults<String> results = new CollectedResults<>();
    private final AtomicBoolean stopping = new AtomicBoolean();

    private final AtomicLong highestRead = new AtomicLong();

    private StreamJob job(Crash crash) {
        return (env, args) -> env.source("numbers", numbers)
                .map(number -> {
                    highestRead.accumulateAndGet(number, Math::max);
                    return number;
                })
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(crash))
                .sinkTo("results", new TrappedSink<>(results, crash));
    }

    @ParameterizedTest
    @CsvSource({"SAVEPOINT, BEFORE_COMMIT", "SAVEPOINT, AFTER_COMMIT", "DRAIN, BEFORE_COMMIT", "DRAIN, AFTER_COMMIT"})
    void whatASavepointOfAStopPreparedIsCommittedOnceAndTheJobFinishes(Stop how, Crash.Phase phase) throws Exception {
        JobSettings settings = Jobs.settings("stopped").withCheckpoint(CheckpointSettings.DEFAULT.withInterval(null));
        Crash crash = new Crash(phase, Trap.Kind.NO_CLASS_DEF_FOUND_ERROR, stopping::get);
        LongStream.range(0, RECORDS).forEach(numbers::add);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings, job(crash));
            Jobs.awaitRunning(job);
            while (results.size() < RECORDS) {
                job.checkpoint().get(60, TimeUnit.SECONDS);
            }
            String place = folder.toUri().toString();
            job.savepoint(place).get(60, TimeUnit.SECONDS); // all commits until then are confirmed
            LongStream.range(RECORDS, 2 * RECORDS).forEach(numbers::add);
            Awaitility.await().atMost(Jobs.PATIENCE).until(() -> highestRead.get() >= RECORDS);
            stopping.set(true);
            Savepoint savepoint = job.stop(how, place).get(60, TimeUnit.SECONDS);
            JobResult result = Jobs.finish(job);
            assertThat(Path.of(URI.create(savepoint.uri())).resolve("manifest.json"))
                    .exists();
            assertThat(crash.hasHappened()).isTrue();
            assertThat(result.attempts()).isEqualTo(2);
        }
        List<String> visible = results.list();
        assertThat(visible).doesNotHaveDuplicates();
        if (how == Stop.DRAIN) {
            assertThat(visible)
                    .as("every timer fired, of as many records as were read")
                    .containsAll(timersOf(visible));
        }
    }

    private static List<String> timersOf(List<String> visible) {
        long read = visible.stream().filter(result -> result.contains("#")).count();
        return Numbering.expected(read).stream()
                .filter(result -> result.contains("@"))
                .toList();
    }
}
