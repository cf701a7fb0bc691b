package dev.weir.engine.graph;

/** Makes programs of classes; found by ServiceLoader. The DSL provides one for its job interface. */
public interface JobProgramProvider {

    /** Whether this provider knows how to run the class. */
    boolean supports(Class<?> jobClass);

    /** A program that makes a new instance of the class for each graph it draws. */
    JobProgram programOf(Class<?> jobClass);
}
