package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.subtask.SubtaskStatistics;
import dev.weir.engine.subtask.SubtaskStatistics.MillisPerSecond;
import dev.weir.engine.subtask.SubtaskStatistics.Traffic;
import dev.weir.operators.source.GeneratorSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Where a job's time goes, and what waits at its channels, can be seen while it runs. */
class StatisticsTest {

    /** Of a second; the rest is for what runs beside the test. */
    private static final int NEARLY_ALL = 900;

    private static final int SUBTASKS = 3;

    /** As {@link Jobs#settings} has it. */
    private static final int CREDITS = 4;

    private static List<SubtaskStatistics> of(JobHandle job, String operator) {
        return job.statistics().stream()
                .filter(subtask -> subtask.operators().contains(operator))
                .toList();
    }

    /** Waits until all subtasks of an operator have spent their time like this since now. */
    private static void awaitTimes(JobHandle job, String operator, Predicate<MillisPerSecond> wanted) {
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> of(job, operator).size() == SUBTASKS);
        List<SubtaskStatistics> start = of(job, operator);
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> {
            List<SubtaskStatistics> now = of(job, operator);
            return IntStream.range(0, SUBTASKS)
                    .allMatch(i -> wanted.test(now.get(i).since(start.get(i))));
        });
    }

    private static long sum(JobHandle job, String operator, ToLongFunction<Traffic> count) {
        return of(job, operator).stream()
                .map(SubtaskStatistics::traffic)
                .mapToLong(count)
                .sum();
    }

    @Test
    void aStuckSinkHoldsUpItsSourcesAndNothingGrows() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        GeneratorSource<Long> numbers = GeneratorSource.unbounded(number -> number);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(
                    weir,
                    Jobs.settings("stuck-sink"),
                    (env, args) -> env.source("numbers", numbers)
                            .rebalance()
                            .forEach("stuck", number -> release.await())
                            .blocking());

            awaitTimes(job, "numbers", shares -> shares.backPressured() > NEARLY_ALL);
            awaitTimes(job, "stuck", shares -> shares.busy() > NEARLY_ALL);

            Traffic[] before = traffic(job);
            assertThat(sum(job, "numbers", Traffic::heldBatches)).isPositive();
            assertThat(of(job, "stuck")).allMatch(subtask -> subtask.traffic().queuedBatches() <= SUBTASKS * CREDITS);
            assertThat(traffic(job)).as("while nothing moves").isEqualTo(before);
            release.countDown();
            Jobs.cancel(job);
        } finally {
            release.countDown();
        }
    }

    private static Traffic[] traffic(JobHandle job) {
        return job.statistics().stream().map(SubtaskStatistics::traffic).toArray(Traffic[]::new);
    }

    @Test
    void aJobWithoutRecordsIsIdle() throws Exception {
        HandSource<Long> nothing = new HandSource<>();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(
                    weir,
                    Jobs.settings("idle"),
                    (env, args) -> env.source("nothing", nothing).rebalance().forEach("never", number -> {}));
            awaitTimes(job, "never", shares -> shares.idle() > NEARLY_ALL);
            Jobs.cancel(job);
        }
    }

    @Test
    void everyRecordSentIsReadAndNothingWaitsAtTheEnd() throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(
                    weir,
                    Jobs.settings("counted"),
                    (env, args) -> env.generate("numbers", 10_000, number -> number)
                            .rebalance()
                            .forEach("all", number -> {}));
            Jobs.finish(job);
            assertThat(sum(job, "numbers", Traffic::recordsOut)).isEqualTo(10_000);
            assertThat(sum(job, "all", Traffic::recordsIn)).isEqualTo(10_000);
            assertThat(sum(job, "all", Traffic::batchesIn)).isEqualTo(sum(job, "numbers", Traffic::batchesOut));
            assertThat(sum(job, "all", Traffic::queuedBatches)).isZero();
            assertThat(sum(job, "numbers", Traffic::heldBatches)).isZero();
            assertThat(job.statistics()).as("after the end no time passes").isEqualTo(job.statistics());
        }
    }
}
