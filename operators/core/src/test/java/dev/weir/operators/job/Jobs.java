package dev.weir.operators.job;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import dev.weir.operators.StreamJob;
import dev.weir.operators.StreamJobs;
import java.time.Duration;
import org.awaitility.Awaitility;

/** How the jobs of these tests are set and run: three subtasks, odd max parallelisms, frequent checkpoints. */
final class Jobs {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration INTERVAL = Duration.ofMillis(50);
    private static final int SMALL_CACHE_BYTES = 1 << 16;
    private static final StateSettings STATE = state();

    private Jobs() {}

    static JobSettings settings(String jobId) {
        return JobSettings.defaults(jobId, 3)
                .withMaxParallelism(7)
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(INTERVAL))
                .withRestart(new RestartSettings.FixedDelay(3, Duration.ZERO))
                .withTask(task(256, Duration.ofSeconds(30)))
                .withState(STATE);
    }

    /** On the heap, or where the build asks for it in a backend with a cache that holds a few hundred entries. */
    private static StateSettings state() {
        return StateSettings.DEFAULT
                .withBackend(System.getProperty("weir.test.backend", StateSettings.DEFAULT.backend()))
                .withCacheBytes(SMALL_CACHE_BYTES);
    }

    static TaskSettings task(int batchSize, Duration cancelTimeout) {
        return new TaskSettings(
                batchSize, 4, Duration.ofMillis(2), Duration.ofMillis(10), cancelTimeout, 2, RecordCopies.MUTABLE);
    }

    /** All state in files of its own, and so many checkpoints kept. */
    static CheckpointSettings inFiles(int retained) {
        CheckpointSettings standard = CheckpointSettings.DEFAULT;
        return standard.withInterval(INTERVAL).withInlineThreshold(0).withRetained(retained);
    }

    static JobHandle start(LocalWeir weir, JobSettings settings, StreamJob job) {
        return submit(weir, settings, new StartFrom.Fresh(), job);
    }

    static JobHandle goOn(LocalWeir weir, JobSettings settings, StreamJob job) {
        return submit(weir, settings, new StartFrom.Latest(), job);
    }

    /** Waits until all subtasks run. */
    static void awaitRunning(JobHandle job) {
        Awaitility.await().atMost(PATIENCE).until(() -> job.status().status() == JobStatus.RUNNING);
    }

    /** Waits until this attempt runs. */
    static void awaitAttempt(JobHandle job, long attempt) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> job.status().status() == JobStatus.RUNNING
                        && job.status().attempt() == attempt);
    }

    static JobResult finish(JobHandle job) throws Exception {
        JobResult result = job.await(PATIENCE);
        if (result.status() != JobStatus.FINISHED) {
            throw new AssertionError(
                    "the job should finish: " + result, result.failure().orElse(null));
        }
        return result;
    }

    static void cancel(JobHandle job) throws Exception {
        job.cancel();
        JobResult result = job.await(PATIENCE);
        if (result.status() != JobStatus.CANCELED) {
            throw new AssertionError(
                    "the job should be canceled: " + result, result.failure().orElse(null));
        }
    }

    /** The whole text of why a job failed: messages of the failure and its causes. */
    static String failureOf(JobHandle job) throws Exception {
        JobResult result = job.await(PATIENCE);
        if (result.status() != JobStatus.FAILED) {
            throw new AssertionError("the job should fail: " + result);
        }
        StringBuilder text = new StringBuilder();
        for (Throwable at = result.failure().orElseThrow(); at != null; at = at.getCause()) {
            text.append(at).append('\n');
        }
        return text.toString();
    }

    private static JobHandle submit(LocalWeir weir, JobSettings settings, StartFrom from, StreamJob job) {
        return weir.submit(StreamJobs.program(job), JobArguments.none(), settings, from);
    }
}
