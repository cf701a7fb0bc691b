package dev.weir.operators;

import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.JobProgramProvider;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

/** Runs classes that implement {@link StreamJob}; each graph is drawn by a new instance. Found by ServiceLoader. */
public final class StreamJobProvider implements JobProgramProvider {

    @Override
    public boolean supports(Class<?> jobClass) {
        return StreamJob.class.isAssignableFrom(jobClass);
    }

    /**
     * A program that makes a new instance of the class for each graph.
     *
     * @throws IllegalArgumentException where the class is no StreamJob, or has nothing to make an instance with
     */
    @Override
    public JobProgram programOf(Class<?> jobClass) {
        if (!supports(jobClass)) {
            throw new IllegalArgumentException(
                    "a job class implements " + StreamJob.class.getName() + ": " + jobClass.getName() + " doesn't");
        }
        Constructor<? extends StreamJob> constructor = constructorOf(jobClass.asSubclass(StreamJob.class));
        return (arguments, defaultParallelism) ->
                StreamJobs.program(newInstance(constructor)).build(arguments, defaultParallelism);
    }

    private static Constructor<? extends StreamJob> constructorOf(Class<? extends StreamJob> jobClass) {
        if (Modifier.isAbstract(jobClass.getModifiers())) {
            throw new IllegalArgumentException("a job class can be instantiated: " + jobClass.getName()
                    + " is abstract; name a class that implements define");
        }
        try {
            Constructor<? extends StreamJob> constructor = jobClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException missing) {
            throw new IllegalArgumentException(
                    "a job class has a constructor without parameters: " + jobClass.getName()
                            + " has none; add one, and make a nested class static",
                    missing);
        }
    }

    private static StreamJob newInstance(Constructor<? extends StreamJob> constructor) throws Exception {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failed;
        }
    }
}
