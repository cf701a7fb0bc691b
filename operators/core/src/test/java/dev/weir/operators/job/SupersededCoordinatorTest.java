package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobFailedException;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A coordinator restarts its job from a checkpoint that its successor has deleted meanwhile. The checkpoint is not damaged,
 * the job is another's: it is suspended here, and goes on there.
 */
class SupersededCoordinatorTest {

    private final AtomicBoolean sprung = new AtomicBoolean();
    private final CollectedResults<String> results = new CollectedResults<>();

    /** A job that fails once it is told to. */
    private StreamJob job(BooleanSupplier fails) {
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, fails);
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> env.source(
                        "numbers", new TricklingSource(1_000_000, () -> false, TricklingSource.Places.NONE))
                .map("trap", number -> {
                    trap.pass();
                    return number;
                })
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .collect("results", results);
    }

    private static JobSettings settings(String jobId) {
        return Jobs.settings(jobId).withStorage("held:" + jobId).withCheckpoint(Jobs.inFiles(1));
    }

    /** Takes no checkpoints, so it does not notice its successor before it restarts. */
    private static JobSettings quiet(String jobId) {
        return settings(jobId).withCheckpoint(Jobs.inFiles(1).withInterval(null));
    }

    /** Starts the job from a checkpoint and lets it run. */
    private JobHandle runsQuietly(LocalWeir weir, String jobId) throws Exception {
        JobHandle before = Jobs.start(weir, settings(jobId), job(() -> false));
        Awaitility.await()
                .atMost(Jobs.PATIENCE)
                .until(() -> before.status().lastCheckpoint().isPresent());
        Jobs.cancel(before);
        JobHandle job = Jobs.goOn(weir, quiet(jobId), job(sprung::get));
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> job.status().status() == JobStatus.RUNNING);
        return job;
    }

    /** Starts the job in another engine and waits until nothing is left of the checkpoint it was started from. */
    private JobHandle succeeds(LocalWeir weir, String jobId) {
        HeldStorageProvider.Held storage = HeldStorageProvider.named("held:" + jobId);
        var restored = storage.list(jobId).stream()
                .map(StoredFile::path)
                .filter(path -> path.endsWith(".seg"))
                .toList();
        assertThat(restored).isNotEmpty();
        JobHandle successor = Jobs.goOn(weir, settings(jobId), job(() -> false));
        Awaitility.await()
                .atMost(Jobs.PATIENCE)
                .until(() -> storage.list(jobId).stream().noneMatch(file -> restored.contains(file.path())));
        return successor;
    }

    private static JobFailedException assertSuspended(JobHandle job) throws Exception {
        JobResult result = job.await(Jobs.PATIENCE);
        assertThat(result.status()).as(result.toString()).isEqualTo(JobStatus.SUSPENDED);
        assertThat(result.failure().orElseThrow()).hasMessageContaining("a successor has claimed the job");
        return result.failure().orElseThrow();
    }

    @Test
    void oneThatRestartsAfterItsSuccessorIsSuspended() throws Exception {
        try (LocalWeir first = LocalWeir.start();
                LocalWeir second = LocalWeir.start()) {
            JobHandle superseded = runsQuietly(first, "superseded");
            JobHandle successor = succeeds(second, "superseded");
            sprung.set(true);
            assertThat(assertSuspended(superseded).getSuppressed())
                    .as("nothing of another attempt was begun")
                    .noneMatch(later -> later.toString().contains("damaged"));
            Jobs.cancel(successor);
        }
    }

    @Test
    void oneThatIsSupersededWhileItReadsItsCheckpointIsSuspended() throws Exception {
        HeldStorageProvider.Held storage = HeldStorageProvider.named("held:reading");
        try (LocalWeir first = LocalWeir.start();
                LocalWeir second = LocalWeir.start()) {
            JobHandle superseded = runsQuietly(first, "reading");
            storage.armRead();
            sprung.set(true);
            assertThat(storage.holding.await(60, TimeUnit.SECONDS)).isTrue();
            JobHandle successor = succeeds(second, "reading");
            storage.release();
            assertSuspended(superseded);
            Jobs.cancel(successor);
        } finally {
            storage.release();
        }
    }
}
