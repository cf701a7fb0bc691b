package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A coordinator is held up in a commit while a second one takes over; the second is held up in a restore while a third one
 * takes over. Each is refused once it goes on: nothing shows twice, ids rise over all three, and the third goes on from the
 * newest checkpoint.
 */
class CaseH36OldCoordinatorTest {

    private static final String STORAGE = "held:h36";

    private final HeldStorageProvider.Held storage = HeldStorageProvider.named(STORAGE);
    private final CollectedResults<String> results = new CollectedResults<>();
    private final AtomicBoolean blocks = new AtomicBoolean();
    private final AtomicBoolean fails = new AtomicBoolean();
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private StreamJob job(BooleanSupplier fail, Crash atSink) {
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, fail);
        return (env, args) -> env.source(
                        "numbers", new TricklingSource(1_000_000, () -> false, TricklingSource.Places.NONE))
                .map("trap", number -> {
                    trap.pass();
                    return number;
                })
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(atSink))
                .sinkTo("results", new TrappedSink<>(results, atSink));
    }

    private static Crash none() {
        return new Crash(Crash.Phase.BEFORE_COMMIT, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
    }

    /** Doesn't crash, but holds a commit up once it is told to. */
    private Crash heldUp() {
        return new Crash(Crash.Phase.BEFORE_COMMIT, Trap.Kind.RUNTIME_EXCEPTION, () -> {
            if (blocks.get()) {
                blocked.countDown();
                awaitRelease();
            }
            return false;
        });
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitCheckpoint(JobHandle job) {
        Awaitility.await()
                .atMost(Jobs.PATIENCE)
                .until(() -> job.status().lastCheckpoint().isPresent());
    }

    private static void assertSuspended(JobHandle job) throws Exception {
        JobResult result = job.await(Jobs.PATIENCE);
        assertThat(result.status()).as(result.toString()).isEqualTo(JobStatus.SUSPENDED);
        assertThat(result.failure().orElseThrow()).hasMessageContaining("another coordinator owns the job");
    }

    private static List<Long> completed(JobHandle job) {
        return job.status().checkpoints().stream()
                .filter(round -> round.outcome() == Outcome.COMPLETED)
                .map(RoundRecord::checkpointId)
                .toList();
    }

    @Test
    void anOldCoordinatorIsRefusedWhateverItWasHeldUpIn() throws Exception {
        JobSettings settings = Jobs.settings("h36").withStorage(STORAGE).withCheckpoint(Jobs.inFiles(1));
        try (LocalWeir first = LocalWeir.start();
                LocalWeir second = LocalWeir.start();
                LocalWeir third = LocalWeir.start()) {
            JobHandle a = Jobs.start(first, settings, job(() -> false, heldUp()));
            awaitCheckpoint(a);
            blocks.set(true);
            assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
            JobHandle b = Jobs.goOn(second, settings, job(fails::get, none()));
            awaitCheckpoint(b);
            released.countDown();
            assertSuspended(a);

            storage.armRead();
            fails.set(true);
            assertThat(storage.holding.await(60, TimeUnit.SECONDS)).isTrue();
            long newest = b.status().lastCheckpoint().orElseThrow().checkpointId();
            JobHandle c = Jobs.goOn(third, settings, job(() -> false, none()));
            awaitCheckpoint(c);
            assertThat(c.status().restoredCheckpoint()).hasValue(newest);
            storage.release();
            assertSuspended(b);
            Jobs.cancel(c);

            List<Long> ids = new ArrayList<>(completed(a));
            ids.addAll(completed(b));
            ids.addAll(completed(c));
            assertThat(ids).isSorted().doesNotHaveDuplicates();
        } finally {
            released.countDown();
            storage.release();
        }
        assertThat(results.list()).doesNotHaveDuplicates();
    }
}
