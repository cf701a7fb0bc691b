package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundStatistics;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job as it stands.
 *
 * @param attempt the current or last execution attempt; 0 before the first
 * @param restoredCheckpoint what the current or last attempt was restored from; empty where it began anew
 * @param restoredInPlace how many subtasks of that attempt went on from what was kept in memory
 * @param restoredFromStorage how many of them read the checkpoint's files
 * @param lastCheckpoint the newest that completed under this coordinator and can be recovered from
 * @param checkpoints the last rounds that have ended, savepoints included, oldest first; at most 100
 * @param statistics counts, the newest of each sort, what is under way, and a summary when it is asked for
 * @param failure of the current or last attempt
 */
public record JobReport(
        String jobId,
        JobStatus status,
        long attempt,
        OptionalLong restoredCheckpoint,
        int restoredInPlace,
        int restoredFromStorage,
        Optional<RoundRecord> lastCheckpoint,
        List<RoundRecord> checkpoints,
        RoundStatistics statistics,
        Optional<JobFailedException> failure) {

    static JobReport of(String jobId, JobCoordination job, OptionalLong restored, RollBacks rollBacks) {
        return new JobReport(
                jobId,
                job.status(),
                job.fence().attempt(),
                restored,
                rollBacks.count(RestoreWay.IN_PLACE),
                rollBacks.count(RestoreWay.FROM_STORAGE),
                job.lastCompleted(),
                job.history(),
                job.statistics(),
                job.failure());
    }

    /** Restarts there were. */
    public long restarts() {
        return Math.max(0, attempt - 1);
    }
}
