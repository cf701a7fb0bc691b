package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRecord;
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
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One subtask fails again and again while checkpoints run: the others go on from what they have in memory, and each result
 * is there once, just as when all of them read storage.
 */
class RollBackInPlaceTest {

    private static final long RECORDS = 6_000;

    /** Two chains with three subtasks each. */
    private static final int SUBTASKS = 6;

    private static final LocalWeir WEIR = LocalWeir.start();

    private final CollectedResults<String> results = new CollectedResults<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger wanted = new AtomicInteger();
    private final CompletableFuture<JobHandle> started = new CompletableFuture<>();

    /** By attempt: what it was restored from. */
    private final List<OptionalLong> restores = new CopyOnWriteArrayList<>();

    @AfterAll
    static void close() {
        WEIR.close();
    }

    /** Fails in the first subtask some records after its start, as often as is wanted. */
    private final class Failing implements MapFunction<Long, Long> {

        private final Random random = new Random(restores.size());
        private boolean isFirst;
        private int recordsLeft;

        @Override
        public void open(RuntimeContext context) {
            isFirst = context.subtaskIndex() == 0;
            recordsLeft = random.nextInt(60);
            if (isFirst) {
                restores.add(started.join().status().restoredCheckpoint());
            }
        }

        @Override
        public Long map(Long number) {
            if (isFirst && failures.get() < wanted.get() && recordsLeft-- == 0) {
                throw new IllegalStateException("failure " + failures.incrementAndGet());
            }
            return number;
        }
    }

    private StreamJob job(int failuresInAll) {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> env.source(
                        "numbers",
                        new TricklingSource(
                                RECORDS, () -> failures.get() == failuresInAll, TricklingSource.Places.NONE))
                .map(new Failing())
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .collect("results", results);
    }

    private JobHandle start(JobSettings settings, int failuresInAll) {
        JobHandle handle = Jobs.start(WEIR, settings, job(failuresInAll));
        started.complete(handle);
        return handle;
    }

    private static JobSettings settings(String jobId) {
        return Jobs.settings(jobId)
                .withCheckpoint(CheckpointSettings.DEFAULT
                        .withInterval(Duration.ofMillis(20))
                        .withTolerableFailures(1_000))
                .withRestart(new RestartSettings.FixedDelay(20, Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000_000, 0})
    void eachResultIsThereOnceHoweverSubtasksAreRestored(long inPlaceBytes) throws Exception {
        JobSettings settings = settings("failing-" + inPlaceBytes);
        JobHandle job = start(settings.withTask(settings.task().withInPlaceMemory(inPlaceBytes)), 12);
        results.await(1, Jobs.PATIENCE);
        wanted.set(12);
        Jobs.finish(job);
        assertThat(job.status().attempt()).isEqualTo(13);
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertRestores(job.status(), inPlaceBytes == 0 ? 0 : SUBTASKS - 1);
    }

    private static void assertRestores(JobReport report, int inPlace) {
        assertThat(report.restoredInPlace()).isEqualTo(inPlace);
        assertThat(report.restoredFromStorage()).isEqualTo(SUBTASKS - inPlace);
    }

    /** Where records were under way to a subtask it reads storage; the sources always go on from memory. */
    @Test
    void unalignedEachResultIsThereOnceWhoeverIsRolledBack() throws Exception {
        JobSettings settings = settings("unaligned").withTask(Jobs.task(1, Duration.ofSeconds(30)));
        JobHandle job =
                start(settings.withCheckpoint(settings.checkpoint().withCut(CheckpointSettings.Cut.UNALIGNED)), 12);
        results.await(1, Jobs.PATIENCE);
        wanted.set(12);
        Jobs.finish(job);
        assertThat(job.status().attempt()).isEqualTo(13);
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertThat(job.status().restoredInPlace()).isBetween(2, SUBTASKS - 1);
        assertThat(job.status().restoredInPlace() + job.status().restoredFromStorage())
                .isEqualTo(SUBTASKS);
    }

    /** While no checkpoint can be written, each attempt goes back to the last one that was complete, and no other. */
    @Test
    void afterRoundsThatFailedAttemptsGoBackToOneVersionAgainAndAgain() throws Exception {
        HeldStorageProvider.Held storage = HeldStorageProvider.named("held:refusing");
        JobHandle job = start(settings("refusing").withStorage("held:refusing"), 3);
        results.await(1, Jobs.PATIENCE);
        storage.refuse();
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> lastRound(job) == RoundRecord.Outcome.FAILED);
        wanted.set(3);
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> restores.size() == 4);
        storage.accept();
        Jobs.finish(job);
        assertThat(restores.get(0)).isEmpty();
        assertThat(restores.get(1)).isPresent();
        assertThat(restores.subList(1, 4)).containsOnly(restores.get(1));
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertRestores(job.status(), SUBTASKS - 1);
    }

    private static RoundRecord.Outcome lastRound(JobHandle job) {
        List<RoundRecord> rounds = job.status().checkpoints();
        return rounds.get(rounds.size() - 1).outcome();
    }
}
