package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** User code throws once, of every kind in every phase: each result of each key is there once, in the end. */
class ExactlyOnceTest {

    private static final long RECORDS = 3_000;
    private static final LocalWeir WEIR = LocalWeir.start();

    @AfterAll
    static void close() {
        WEIR.close();
    }

    static Stream<Arguments> everyPhaseAndKind() {
        return Arrays.stream(Crash.Phase.values())
                .flatMap(phase -> Arrays.stream(Trap.Kind.values()).map(kind -> Arguments.of(phase, kind)));
    }

    private static StreamJob job(Crash crash, CollectedResults<String> results) {
        TricklingSource.Places places = new TricklingSource.Places(
                () -> crash.at(Crash.Phase.POLL),
                () -> crash.at(Crash.Phase.CHECKPOINT_COMPLETE),
                () -> crash.at(Crash.Phase.SOURCE_CLOSE));
        return (env, args) -> env.source("numbers", new TricklingSource(RECORDS, crash::needsNoMoreTime, places))
                .map(number -> {
                    crash.at(Crash.Phase.MAP);
                    return number;
                })
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(number -> {
                    crash.at(Crash.Phase.KEY_SELECTOR);
                    return Numbering.keyOf(number);
                })
                .process("numbering", new Numbering(crash))
                .sinkTo("results", new TrappedSink<>(results, crash));
    }

    private static JobSettings settings(Crash.Phase phase, Trap.Kind kind) {
        int batchSize = switch (kind) {
            case RUNTIME_EXCEPTION, INTERRUPTED_EXCEPTION -> 256;
            case ASSERTION_ERROR -> 1;
            case NO_CLASS_DEF_FOUND_ERROR, STACK_OVERFLOW_ERROR -> 7;
        };
        return Jobs.settings(phase + "-" + kind)
                .withMaxParallelism(batchSize == 7 ? 13 : 7)
                .withTask(Jobs.task(batchSize, Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @MethodSource("everyPhaseAndKind")
    void whateverUserCodeThrowsOnceEachResultIsThereOnce(Crash.Phase phase, Trap.Kind kind) throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        Crash crash = new Crash(phase, kind, () -> results.size() > 0);
        JobResult result = Jobs.finish(Jobs.start(WEIR, settings(phase, kind), job(crash, results)));
        assertThat(crash.hasHappened()).isTrue();
        assertThat(result.attempts()).isLessThanOrEqualTo(3);
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
    }

    @ParameterizedTest
    @EnumSource(Trap.Kind.class)
    void withoutRestartsTheFirstFailureIsTheJobs(Trap.Kind kind) throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        Crash crash = new Crash(Crash.Phase.PROCESS, kind, () -> results.size() > 0);
        JobSettings settings = Jobs.settings("once-" + kind).withRestart(new RestartSettings.None());
        JobHandle handle = Jobs.start(WEIR, settings, job(crash, results));
        JobResult result = handle.await(Jobs.PATIENCE);
        assertThat(result.status()).isEqualTo(JobStatus.FAILED);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(results.list()).doesNotHaveDuplicates().isSubsetOf(Numbering.expected(RECORDS));
    }

    @Test
    void aBoundedJobWithoutPeriodicCheckpointsCommitsWithItsLastOne() throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        Crash crash = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        JobSettings settings = Jobs.settings("interval-off");
        JobHandle handle = Jobs.start(
                WEIR,
                settings.withCheckpoint(settings.checkpoint().withInterval(null)),
                (env, args) -> env.generate("numbers", 300, index -> index)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                        .keyBy(Numbering::keyOf)
                        .process("numbering", new Numbering(crash))
                        .collect("results", results));
        Jobs.finish(handle);
        assertThat(handle.status().checkpoints()).hasSize(1);
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(300));
    }
}
