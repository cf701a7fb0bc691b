package dev.weir.samples;

import dev.weir.engine.graph.JobArguments;

/** A sample job that can be started by its name. */
public interface Sample {

    String name();

    /**
     * Runs the sample to its end.
     *
     * @return the process's exit code: 0 when all is well, {@link JobRunner#JOB_FAILED} otherwise
     */
    int run(JobArguments arguments) throws Exception;
}
