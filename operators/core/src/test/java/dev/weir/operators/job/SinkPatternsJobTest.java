package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.DataStream;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectSink;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.sink.IdempotentSink;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionCommitter;
import dev.weir.operators.sink.TransactionWriter;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import dev.weir.operators.sink.WriteAheadSink;
import dev.weir.operators.time.WatermarkStrategy;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole jobs with each kind of sink, in which user code throws once in every phase. */
class SinkPatternsJobTest {

    private static final long RECORDS = 1_500;
    private static final LocalWeir WEIR = LocalWeir.start();
    private static final Set<Crash.Phase> NOT_HERE =
            EnumSet.of(Crash.Phase.BEGIN, Crash.Phase.WRITE, Crash.Phase.PREPARE, Crash.Phase.ABORT_LEFTOVERS);

    @AfterAll
    static void close() {
        WEIR.close();
    }

    static Stream<Arguments> phasesAndKinds() {
        return Arrays.stream(Crash.Phase.values())
                .filter(phase -> !NOT_HERE.contains(phase))
                .flatMap(phase -> Stream.of(Trap.Kind.RUNTIME_EXCEPTION, Trap.Kind.NO_CLASS_DEF_FOUND_ERROR)
                        .map(kind -> Arguments.of(phase, kind)));
    }

    private static StreamJob job(Crash crash, Consumer<DataStream<String>> sink) {
        TricklingSource.Places places = new TricklingSource.Places(
                () -> crash.at(Crash.Phase.POLL),
                () -> crash.at(Crash.Phase.CHECKPOINT_COMPLETE),
                () -> crash.at(Crash.Phase.SOURCE_CLOSE));
        return (env, args) ->
                sink.accept(env.source("numbers", new TricklingSource(RECORDS, crash::needsNoMoreTime, places))
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
                        .process("numbering", new Numbering(crash)));
    }

    private static void run(String name, Crash crash, Consumer<DataStream<String>> sink) throws Exception {
        JobResult result = Jobs.finish(Jobs.start(WEIR, Jobs.settings(name), job(crash, sink)));
        assertThat(crash.hasHappened()).isTrue();
        assertThat(result.attempts()).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("phasesAndKinds")
    void aWriteAheadSinkWithTokensWritesEachResultOnce(Crash.Phase phase, Trap.Kind kind) throws Exception {
        SharedTable table = new SharedTable();
        Crash crash = new Crash(phase, kind, () -> !table.isEmpty());

        run(
                "ahead-" + phase + "-" + kind,
                crash,
                results -> results.sinkTo(
                        "table",
                        WriteAheadSink.of(String.class, table.batches(crash))
                                .withBatchRecords(20)
                                .withMemory(1_000, 10_000_000)));

        assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
    }

    @ParameterizedTest
    @MethodSource("phasesAndKinds")
    void anIdempotentSinkEndsWithTheLastResultOfEachKey(Crash.Phase phase, Trap.Kind kind) throws Exception {
        SharedTable table = new SharedTable();
        Crash crash = new Crash(phase, kind, () -> !table.isEmpty());

        run(
                "upsert-" + phase + "-" + kind,
                crash,
                results -> results.sinkTo(
                        "table",
                        IdempotentSink.<String>of(
                                        SinkPatternsJobTest::keyOf, table.upserts(SinkPatternsJobTest::keyOf, crash))
                                .withBatchRecords(20)));

        Map<String, String> last = new HashMap<>();
        Numbering.expected(RECORDS).forEach(result -> last.put(keyOf(result), result));
        assertThat(table.valuesByKey()).isEqualTo(last);
    }

    /** Counts and times of a key are rows of their own. */
    private static String keyOf(String result) {
        return result.substring(0, result.indexOf(' ') + 2);
    }

    @Test
    void aTransactionThatIsGoneOutsideFailsTheJobInsteadOfRestartingItForEver() throws Exception {
        JobSettings settings =
                Jobs.settings("lost").withRestart(new RestartSettings.FixedDelay(Integer.MAX_VALUE, Duration.ZERO));
        JobHandle handle = Jobs.start(
                WEIR,
                settings,
                (env, args) -> env.generate("numbers", 100, number -> number).sinkTo("forgetful", new ForgetfulSink()));

        assertThat(Jobs.failureOf(handle))
                .contains("must be committed", "-forgetful-", "of checkpoint", "into the memory of another process");
        assertThat(handle.await().status()).isEqualTo(JobStatus.FAILED);
        assertThat(handle.await().attempts()).isEqualTo(1);
    }

    /** Commits where nothing was prepared. */
    private static final class ForgetfulSink implements TwoPhaseCommitSink<Long, Integer> {
        private final CollectSink<Long> writing = new CollectSink<>(new CollectedResults<>());
        private final CollectSink<Long> committing = new CollectSink<>(new CollectedResults<>());

        @Override
        public TransactionWriter<Long, Integer> createWriter(SinkContext context) {
            return writing.createWriter(context);
        }

        @Override
        public TransactionCommitter<Integer> createCommitter(SinkContext context) {
            return committing.createCommitter(context);
        }

        @Override
        public StateCodec<Integer> tokenCodec() {
            return writing.tokenCodec();
        }
    }

    @Test
    void sinksThatAreNotTransactionalAreNamedAtTheStart() throws Exception {
        SharedTable table = new SharedTable();
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        JobHandle handle = Jobs.start(WEIR, Jobs.settings("warnings"), (env, args) -> {
            DataStream<String> words = env.generate("numbers", 10, number -> "word " + number);
            words.forEach("pager", word -> {});
            words.sinkTo("ahead", WriteAheadSink.of(String.class, table.batches(none)));
            words.sinkTo("upsert", IdempotentSink.of(word -> word, table.upserts(word -> word, none)));
            words.collect("collected", new CollectedResults<>());
        });
        Jobs.finish(handle);

        assertThat(handle.warnings()).anyMatch(warning -> warning.contains("sink 'pager' repeats in a recovery"));
        assertThat(handle.warnings()).anyMatch(warning -> warning.contains("sink 'ahead' writes a batch again"));
        assertThat(handle.warnings()).anyMatch(warning -> warning.contains("sink 'upsert' writes again in a recovery"));
        assertThat(handle.warnings()).noneMatch(warning -> warning.contains("'collected'"));
    }
}
