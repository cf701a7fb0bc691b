package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** What others see of a running job. Thread-safe: one writer, any reader. */
public final class JobMonitor {

    private final CompletableFuture<JobResult> result = new CompletableFuture<>();
    private volatile JobReport report;

    public JobMonitor(String jobId) {
        this.report = new JobReport(
                jobId,
                JobStatus.CREATED,
                0,
                OptionalLong.empty(),
                0,
                0,
                Optional.empty(),
                List.of(),
                RoundStatistics.NONE,
                Optional.empty());
    }

    public JobReport report() {
        return report;
    }

    /** Completes with the job's end, however it ends; never exceptionally. */
    public CompletableFuture<JobResult> result() {
        return result.copy();
    }

    void update(JobReport next) {
        report = next;
    }

    void end(JobResult end) {
        result.complete(end);
    }

    /** The coordinator is gone; unless it had told the end, this is it. */
    public void coordinatorGone(String reason) {
        JobReport last = report;
        if (!result.isDone()) {
            JobFailedException failure = new JobFailedException(reason, null, List.of());
            report = new JobReport(
                    last.jobId(),
                    JobStatus.FAILED,
                    last.attempt(),
                    last.restoredCheckpoint(),
                    last.restoredInPlace(),
                    last.restoredFromStorage(),
                    last.lastCheckpoint(),
                    last.checkpoints(),
                    last.statistics(),
                    Optional.of(failure));
            result.complete(new JobResult(last.jobId(), JobStatus.FAILED, last.attempt(), Optional.of(failure)));
        }
    }
}
