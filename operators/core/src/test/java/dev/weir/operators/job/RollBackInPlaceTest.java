package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobReport;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One subtask fails again and again while checkpoints run: the others go on from what they have in memory, and each result
 * is there once, just as when all of them read storage.
 */
class RollBackInPlaceTest {

    private static final long RECORDS = 9_000;
    private static final int FAILURES = 8;

    /** Two chains with three subtasks each. */
    private static final int SUBTASKS = 6;

    private static final LocalWeir WEIR = LocalWeir.start();

    private final CollectedResults<String> results = new CollectedResults<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final Random random = new Random(17);

    /** By attempt, what the job said of its restore. */
    private final Map<Long, JobReport> restores = new ConcurrentSkipListMap<>();

    @AfterAll
    static void close() {
        WEIR.close();
    }

    /** Fails in the first subtask, now and then, once something new has been committed. */
    private final class Failing implements MapFunction<Long, Long> {

        private boolean isFirst;
        private int committed;

        @Override
        public void open(RuntimeContext context) {
            isFirst = context.subtaskIndex() == 0;
            committed = results.size();
        }

        @Override
        public Long map(Long number) {
            if (isFirst && failures.get() < FAILURES && results.size() > committed && random.nextInt(10) == 0) {
                throw new IllegalStateException("failure " + failures.incrementAndGet());
            }
            return number;
        }
    }

    private StreamJob job() {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> env.source(
                        "numbers",
                        new TricklingSource(RECORDS, () -> failures.get() == FAILURES, TricklingSource.Places.NONE))
                .map(new Failing())
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .collect("results", results);
    }

    private static JobSettings settings(String jobId, long inPlaceBytes) {
        JobSettings settings = Jobs.settings(jobId);
        return settings.withCheckpoint(CheckpointSettings.DEFAULT.withInterval(Duration.ofMillis(20)))
                .withRestart(new RestartSettings.FixedDelay(FAILURES, Duration.ZERO))
                .withTask(settings.task().withInPlaceMemory(inPlaceBytes));
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000_000, 0})
    void eachResultIsThereOnceHoweverSubtasksAreRestored(long inPlaceBytes) throws Exception {
        JobHandle job = Jobs.start(WEIR, settings("failing-" + inPlaceBytes, inPlaceBytes), job());
        job.await(Jobs.PATIENCE);
        assertThat(job.status().attempt()).isEqualTo(FAILURES + 1);
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertThat(job.status().restoredInPlace()).isEqualTo(inPlaceBytes == 0 ? 0 : SUBTASKS - 1);
        assertThat(job.status().restoredFromStorage()).isEqualTo(inPlaceBytes == 0 ? SUBTASKS : 1);
    }
}
