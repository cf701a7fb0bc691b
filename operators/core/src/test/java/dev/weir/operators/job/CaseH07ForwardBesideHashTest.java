package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.SingleOutputStream;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * One task has a hash edge that is backed up and a forward edge: unaligned checkpoints hold records of the one only, so
 * they can be restored at another parallelism.
 */
class CaseH07ForwardBesideHashTest {

    private static final long RECORDS = 4_000;
    private static final long SLOW_NANOS = 1_000_000;

    private final CollectedResults<String> counts = new CollectedResults<>();
    private final CollectedResults<Long> copies = new CollectedResults<>();
    private final AtomicBoolean isFast = new AtomicBoolean();

    private StreamJob job() {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> {
            SingleOutputStream<Long> numbers = env.generate("numbers", RECORDS, index -> index)
                    .assignTimestampsAndWatermarks(
                            WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number));
            numbers.keyBy(Numbering::keyOf)
                    .process("numbering", new Numbering(none))
                    .map("slow", this::slowly)
                    .collect("counts", counts);
            numbers.map("copied", number -> number).startNewChain().collect("copies", copies);
        };
    }

    /** Takes its time at each record, as a function that works does. */
    private String slowly(String count) {
        long until = System.nanoTime() + SLOW_NANOS;
        while (!isFast.get() && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
        return count;
    }

    @Test
    void recordsUnderWayOnTheHashEdgeAreExactAtAnotherParallelismThoughThereIsAForwardEdge() throws Exception {
        JobSettings settings = Jobs.settings("h07b").withTask(Jobs.task(8, Duration.ofSeconds(30)));
        JobSettings unaligned = settings.withCheckpoint(settings.checkpoint().withCut(Cut.UNALIGNED));
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle atTwo = Jobs.start(weir, unaligned.withParallelism(2), job());
            Jobs.awaitRunning(atTwo);
            List<Integer> numbering = chainsOf(atTwo, "numbering");
            List<Integer> copied = chainsOf(atTwo, "copied");
            Awaitility.await().atMost(Jobs.PATIENCE).until(() -> persisted(atTwo, numbering) > 0);
            Jobs.cancel(atTwo);
            assertThat(persisted(atTwo, numbering))
                    .as("records under way on the hash edge")
                    .isPositive();
            assertThat(persisted(atTwo, copied))
                    .as("records under way on the forward edge")
                    .isZero();

            isFast.set(true);
            JobHandle atThree = Jobs.goOn(weir, unaligned.withParallelism(3), job());
            Jobs.finish(atThree);
            assertThat(atThree.status().restoredCheckpoint()).isPresent();
        }
        assertThat(counts.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
        assertThat(copies.list())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, RECORDS).boxed().toList());
    }

    private static List<Integer> chainsOf(JobHandle job, String operator) {
        return job.statistics().stream()
                .filter(subtask -> subtask.operators().contains(operator))
                .map(subtask -> subtask.subtask().chain())
                .distinct()
                .toList();
    }

    /** Records that the newest completed checkpoint holds of what was on its way to a chain. */
    private static long persisted(JobHandle job, List<Integer> chains) {
        assertThat(chains).hasSize(1);
        return job.status().lastCheckpoint().map(RoundRecord::parts).orElse(List.of()).stream()
                .filter(part -> chains.contains(part.subtask().chain()))
                .mapToLong(part -> part.figures().persistedRecords())
                .sum();
    }
}
