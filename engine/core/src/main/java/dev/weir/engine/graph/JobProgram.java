package dev.weir.engine.graph;

/**
 * A job as a program: it draws its graph anew each time it is asked, so that every subtask has function objects of its
 * own and nothing is ever serialised. {@code build} runs once for the plan and once per subtask, on any thread, and must
 * draw the same graph for the same arguments.
 */
@FunctionalInterface
public interface JobProgram {

    /**
     * Draws the graph.
     *
     * @param defaultParallelism the parallelism of nodes that set none
     */
    JobGraph build(JobArguments arguments, int defaultParallelism) throws Exception;
}
