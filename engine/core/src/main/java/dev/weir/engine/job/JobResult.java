package dev.weir.engine.job;

import java.util.Optional;

/**
 * How a job ended.
 *
 * @param status a terminal one
 * @param attempts execution attempts that were begun
 * @param failure for FAILED and SUSPENDED
 */
public record JobResult(String jobId, JobStatus status, long attempts, Optional<JobFailedException> failure) {

    /** Restarts there were. */
    public long restarts() {
        return Math.max(0, attempts - 1);
    }
}
