package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundRecord;
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
 * @param lastCheckpoint the newest that completed under this coordinator
 * @param checkpoints the last rounds that have ended, oldest first; at most 100
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
        Optional<JobFailedException> failure) {

    /** Restarts there were. */
    public long restarts() {
        return Math.max(0, attempt - 1);
    }
}
