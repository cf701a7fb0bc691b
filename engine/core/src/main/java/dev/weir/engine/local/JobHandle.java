package dev.weir.engine.local;

import dev.weir.engine.job.JobMonitor;
import dev.weir.engine.job.JobReport;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.subtask.SubtaskStatistics;
import dev.weir.engine.worker.JobMeters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A job that was submitted. Thread-safe. */
public final class JobHandle {

    private final String jobId;
    private final JobMonitor monitor;
    private final JobMeters meters;
    private final List<String> warnings;
    private final Runnable cancel;

    JobHandle(String jobId, JobMonitor monitor, JobMeters meters, List<String> warnings, Runnable cancel) {
        this.jobId = jobId;
        this.monitor = monitor;
        this.meters = meters;
        this.warnings = List.copyOf(warnings);
        this.cancel = cancel;
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

    /** Asks for the end of the job, without an end of its data; returns at once. */
    public void cancel() {
        cancel.run();
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
}
