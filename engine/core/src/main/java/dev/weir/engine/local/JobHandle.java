package dev.weir.engine.local;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.job.JobCommand;
import dev.weir.engine.job.JobMonitor;
import dev.weir.engine.job.JobReport;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.job.RequestAnswer;
import dev.weir.engine.job.RequestFailedException;
import dev.weir.engine.job.Savepoint;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.subtask.SubtaskStatistics;
import dev.weir.engine.worker.JobMeters;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateFigures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job that was submitted. Thread-safe. What one thread asks for is taken in the order in which it asks: of two requests
 * that can't both be met the first is.
 */
public final class JobHandle {

    private final String jobId;
    private final JobMonitor monitor;
    private final JobMeters meters;
    private final StateBackend state;
    private final List<String> warnings;
    private final Consumer<JobCommand> coordinator;

    JobHandle(
            String jobId,
            JobMonitor monitor,
            JobMeters meters,
            StateBackend state,
            List<String> warnings,
            Consumer<JobCommand> coordinator) {
        this.jobId = jobId;
        this.monitor = monitor;
        this.meters = meters;
        this.state = state;
        this.warnings = List.copyOf(warnings);
        this.coordinator = coordinator;
    }

    public String jobId() {
        return jobId;
    }

    /** What a person should know of the job; empty where there is nothing to say. */
    public List<String> warnings() {
        return warnings;
    }

    /** Waits for the end, however the job ends: a failure is in the result. */
    public JobResult await() throws InterruptedException {
        try {
            return monitor.result().get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a job's result never fails", impossible);
        }
    }

    /** Waits for the end; a {@link TimeoutException} where the job still runs then, and goes on. */
    public JobResult await(Duration timeout) throws InterruptedException, TimeoutException {
        try {
            return monitor.result().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a job's result never fails", impossible);
        } catch (TimeoutException stillRunning) {
            TimeoutException named = new TimeoutException("job '" + jobId + "' still runs after " + timeout + ": "
                    + monitor.report().status());
            named.initCause(stillRunning);
            throw named;
        }
    }

    /**
     * Asks for the end of the job, without an end of its data; returns at once. What was asked for before and isn't there
     * yet fails; only a stop whose savepoint is complete may still end the job first.
     */
    public void cancel() {
        coordinator.accept(new JobCommand.Cancel());
    }

    /**
     * Asks for a checkpoint as soon as rounds allow, also with periodic ones off. Fails with a {@link
     * RequestFailedException} that says why where none can be taken, or the round failed.
     */
    public CompletableFuture<RoundRecord> checkpoint() {
        return ask(SnapshotKind.CHECKPOINT, null).thenApply(RequestAnswer::round);
    }

    /** A savepoint in the place that {@code weir.savepoint.dir} names; see {@link #savepoint(String)}. */
    public CompletableFuture<Savepoint> savepoint() {
        return ask(SnapshotKind.SAVEPOINT, null).thenApply(JobHandle::savepointOf);
    }

    /**
     * Asks for a savepoint while the job goes on. It is handed out once a checkpoint after it has completed and all sinks
     * have committed it. Fails with a {@link RequestFailedException} that says why; nothing of the savepoint is left then.
     *
     * @param place URI of the folder in which the savepoint gets a folder of its own
     */
    public CompletableFuture<Savepoint> savepoint(String place) {
        return ask(SnapshotKind.SAVEPOINT, place).thenApply(JobHandle::savepointOf);
    }

    /** Stops the job with a savepoint in the place that {@code weir.savepoint.dir} names; see {@link #stop(Stop, String)}. */
    public CompletableFuture<Savepoint> stop(Stop how) {
        return ask(kindOf(how), null).thenApply(JobHandle::savepointOf);
    }

    /**
     * Stops the job: sources stop, a last savepoint is taken, everything is committed, and the job is FINISHED. Where the
     * savepoint fails this fails with a {@link RequestFailedException} that says why, and the job goes on, or, drained
     * already, ends without a savepoint.
     *
     * @param place URI of the folder in which the savepoint gets a folder of its own
     */
    public CompletableFuture<Savepoint> stop(Stop how, String place) {
        return ask(kindOf(how), place).thenApply(JobHandle::savepointOf);
    }

    private static SnapshotKind kindOf(Stop how) {
        return switch (how) {
            case SAVEPOINT -> SnapshotKind.STOP;
            case DRAIN -> SnapshotKind.DRAIN;
        };
    }

    private static Savepoint savepointOf(RequestAnswer answer) {
        return new Savepoint(answer.savepoint().orElseThrow().uri(), answer.round());
    }

    private CompletableFuture<RequestAnswer> ask(SnapshotKind kind, @Nullable String place) {
        CompletableFuture<RequestAnswer> answer = new CompletableFuture<>();
        JobStatus status = monitor.report().status();
        if (status.isTerminal()) {
            answer.completeExceptionally(LocalActor.ended(jobId, status));
        } else {
            coordinator.accept(new JobCommand.Request(kind, place, answer));
        }
        return answer;
    }

    public JobReport status() {
        return monitor.report();
    }

    /**
     * What each subtask of the newest attempt has done, what waits at its channels, and where its time goes; by subtask,
     * empty before any has been made. Looking disturbs nobody: each subtask notes its counts once per slice.
     */
    public List<SubtaskStatistics> statistics() {
        return meters.read(System.nanoTime());
    }

    /**
     * What the state backend tells of each operator and subtask: with RocksDB {@code memtableBytes}, {@code
     * pendingCompactionBytes}, {@code blockCacheBytes}, {@code objectCacheMisses} and others; empty for the heap, and where no
     * subtask has keyed state. Looking disturbs nobody.
     */
    public List<StateFigures> stateFigures() {
        return state.figures();
    }
}
