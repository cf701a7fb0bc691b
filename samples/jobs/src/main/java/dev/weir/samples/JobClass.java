package dev.weir.samples;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.JobProgramProvider;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.samples.run.RunSettings;
import dev.weir.samples.run.Sample;
import java.util.Map;
import java.util.ServiceLoader;

/** A job of the user's, by the name of its class. */
final class JobClass implements Sample {

    private final String className;

    JobClass(String className) {
        this.className = className;
    }

    @Override
    public String name() {
        return className;
    }

    @Override
    public int run(JobArguments arguments) throws Exception {
        JobProgram program = program();
        String jobId = arguments.get("job-id", simpleName());
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = weir.submit(
                    program, arguments, RunSettings.of(jobId, arguments, Map.of()), RunSettings.startFrom(arguments));
            JobResult result = job.await();
            System.out.println("job " + jobId + " " + result.status() + ", restarts=" + result.restarts());
            result.failure().ifPresent(failure -> System.err.println(failure.getMessage()));
            return result.status() == JobStatus.FINISHED ? 0 : JOB_FAILED;
        }
    }

    /** The class's own name, without its package and without the class it is nested in: job ids hold no dollar sign. */
    private String simpleName() {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
    }

    private JobProgram program() {
        Class<?> jobClass = load();
        for (JobProgramProvider provider : ServiceLoader.load(JobProgramProvider.class)) {
            if (provider.supports(jobClass)) {
                return provider.programOf(jobClass);
            }
        }
        throw new IllegalArgumentException("a job class implements StreamJob: " + className + " does not");
    }

    private Class<?> load() {
        try {
            return Class.forName(className);
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException(
                    "no sample and no class has this name: " + className + "; samples: " + JobRunner.sampleNames(),
                    missing);
        }
    }
}
