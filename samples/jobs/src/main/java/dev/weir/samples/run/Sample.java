package dev.weir.samples.run;

import dev.weir.engine.graph.JobArguments;

/** A sample job that can be started by its name. */
public interface Sample {

    /** The exit code of a job that failed, or whose results are wrong. */
    int JOB_FAILED = 3;

    String name();

    /**
     * Runs the sample to its end.
     *
     * @return the process's exit code: 0 when all is well, {@link #JOB_FAILED} otherwise
     */
    int run(JobArguments arguments) throws Exception;
}
