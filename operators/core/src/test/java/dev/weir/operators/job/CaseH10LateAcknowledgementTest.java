package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** An upload of the first attempt ends while the second one opens: its acknowledgement completes nothing. */
class CaseH10LateAcknowledgementTest {

    private static final long RECORDS = 3_000;

    private final CollectedResults<String> results = new CollectedResults<>();
    private final HeldStorageProvider.Held storage = HeldStorageProvider.named("held:h10");
    private final CountDownLatch opening = new CountDownLatch(1);
    private final Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> storage.holding.getCount() == 0);

    /** Fails while the upload is held up; its second attempt opens only when the upload has been finished. */
    private final class Failing implements MapFunction<Long, Long> {
        @Override
        public void open(RuntimeContext context) throws Exception {
            if (trap.isSprung()) {
                opening.countDown();
                storage.finished.await();
            }
        }

        @Override
        public Long map(Long number) throws Exception {
            trap.pass();
            return number;
        }
    }

    @Test
    void anAcknowledgementOfTheAttemptBeforeIsIgnored() throws Exception {
        JobSettings settings = Jobs.settings("h10").withStorage("held:h10").withCheckpoint(Jobs.inFiles(1));
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(
                    weir,
                    settings,
                    (env, args) -> env.source(
                                    "numbers",
                                    new TricklingSource(
                                            RECORDS,
                                            () -> storage.finished.getCount() == 0,
                                            TricklingSource.Places.NONE))
                            .map(new Failing())
                            .assignTimestampsAndWatermarks(
                                    WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                            .keyBy(Numbering::keyOf)
                            .process("numbering", new Numbering(none))
                            .collect("results", results));
            results.await(1, Jobs.PATIENCE);
            storage.arm();
            assertThat(opening.await(60, TimeUnit.SECONDS)).isTrue();
            long newestBefore = job.status().lastCheckpoint().orElseThrow().checkpointId();
            storage.release();
            JobResult result = Jobs.finish(job);
            assertThat(result.attempts()).isEqualTo(2);
            assertRoundWasNotCompleted(job, newestBefore);
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
    }

    private void assertRoundWasNotCompleted(JobHandle job, long newestBefore) {
        String folder = storage.heldPath().substring(0, storage.heldPath().lastIndexOf('/') + 1);
        long held = Long.parseLong(folder.replaceAll(".*chk-(\\d+)/", "$1"));
        List<Long> completed = job.status().checkpoints().stream()
                .filter(round -> round.outcome() == RoundRecord.Outcome.COMPLETED)
                .map(RoundRecord::checkpointId)
                .toList();
        assertThat(held).isGreaterThan(newestBefore);
        assertThat(completed).doesNotContain(held).isSorted();
        assertThat(completed.get(completed.size() - 1)).isGreaterThan(held);
        Awaitility.await()
                .atMost(Jobs.PATIENCE)
                .untilAsserted(() -> assertThat(storage.list(folder)).isEmpty());
    }
}
