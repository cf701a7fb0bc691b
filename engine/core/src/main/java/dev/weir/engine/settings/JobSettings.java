package dev.weir.engine.settings;

import dev.weir.snapshot.storage.JobIds;

/**
 * Everything that is set for a job.
 *
 * @param parallelism of nodes that set none
 * @param maxParallelism of nodes that set none; 0 to derive it
 * @param storage {@code memory} or a URI such as {@code file:///path}
 * @param jobId the folder of the job's checkpoints below the storage
 */
public record JobSettings(
        String jobId,
        int parallelism,
        int maxParallelism,
        String storage,
        CheckpointSettings checkpoint,
        RestartSettings restart,
        TaskSettings task,
        SavepointSettings savepoint,
        StateSettings state) {

    public JobSettings {
        Rules.inParallelismRange("weir.parallelism", parallelism, 1);
        Rules.inParallelismRange("weir.max-parallelism", maxParallelism, 0);
        JobIds.require(jobId);
        if (maxParallelism != 0 && parallelism > maxParallelism) {
            throw new IllegalArgumentException("parallelism must not exceed max parallelism: parallelism=" + parallelism
                    + ", maxParallelism=" + maxParallelism
                    + "; set weir.max-parallelism or restore with --max-parallelism");
        }
    }

    /** With the defaults for savepoints and state. */
    public JobSettings(
            String jobId,
            int parallelism,
            int maxParallelism,
            String storage,
            CheckpointSettings checkpoint,
            RestartSettings restart,
            TaskSettings task) {
        this(
                jobId,
                parallelism,
                maxParallelism,
                storage,
                checkpoint,
                restart,
                task,
                SavepointSettings.DEFAULT,
                StateSettings.DEFAULT);
    }

    /** The defaults: as many subtasks as processors are given, checkpoints each 10 s in memory. */
    public static JobSettings defaults(String jobId, int parallelism) {
        return new JobSettings(
                jobId,
                parallelism,
                0,
                "memory",
                CheckpointSettings.DEFAULT,
                RestartSettings.DEFAULT,
                TaskSettings.DEFAULT);
    }

    public JobSettings withParallelism(int value) {
        return new JobSettings(jobId, value, maxParallelism, storage, checkpoint, restart, task, savepoint, state);
    }

    public JobSettings withMaxParallelism(int value) {
        return new JobSettings(jobId, parallelism, value, storage, checkpoint, restart, task, savepoint, state);
    }

    public JobSettings withStorage(String uri) {
        return new JobSettings(jobId, parallelism, maxParallelism, uri, checkpoint, restart, task, savepoint, state);
    }

    public JobSettings withCheckpoint(CheckpointSettings value) {
        return new JobSettings(jobId, parallelism, maxParallelism, storage, value, restart, task, savepoint, state);
    }

    public JobSettings withRestart(RestartSettings value) {
        return new JobSettings(jobId, parallelism, maxParallelism, storage, checkpoint, value, task, savepoint, state);
    }

    public JobSettings withTask(TaskSettings value) {
        return new JobSettings(
                jobId, parallelism, maxParallelism, storage, checkpoint, restart, value, savepoint, state);
    }

    public JobSettings withSavepoint(SavepointSettings value) {
        return new JobSettings(jobId, parallelism, maxParallelism, storage, checkpoint, restart, task, value, state);
    }

    public JobSettings withState(StateSettings value) {
        return new JobSettings(
                jobId, parallelism, maxParallelism, storage, checkpoint, restart, task, savepoint, value);
    }
}
