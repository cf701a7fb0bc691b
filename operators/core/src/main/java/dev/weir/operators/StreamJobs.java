package dev.weir.operators;

import dev.weir.engine.graph.JobProgram;
import java.util.function.Supplier;

/** Makes the programs that engines run out of jobs written with the DSL. */
public final class StreamJobs {

    private static final String UNNAMED = "job";

    private StreamJobs() {}

    /**
     * A program of one job object, for tests and embedding:
     *
     * <pre>{@code
     * JobProgram program = StreamJobs.program((env, args) -> env.generate("n", 5, i -> i).print("out"));
     * }</pre>
     *
     * <p>{@code define} is called on this one object for each graph, perhaps from several threads at once, so what it
     * captures is shared by all subtasks.
     */
    public static JobProgram program(StreamJob job) {
        Refusals.notNull("job", job);
        return program(() -> job);
    }

    /** A program that asks for a new job object per graph: {@code StreamJobs.program(WordCount::new)}. */
    public static JobProgram program(Supplier<? extends StreamJob> jobs) {
        Refusals.notNull("jobs", jobs);
        return (arguments, defaultParallelism) -> {
            StreamJob job = Refusals.notNull("job", jobs.get());
            StreamEnvironment env = new StreamEnvironment(nameOf(job.getClass()), defaultParallelism);
            job.define(env, arguments);
            return env.build();
        };
    }

    private static String nameOf(Class<?> jobClass) {
        boolean hasName = !jobClass.isSynthetic() && !jobClass.isHidden() && !jobClass.isAnonymousClass();
        return hasName ? jobClass.getSimpleName() : UNNAMED;
    }
}
