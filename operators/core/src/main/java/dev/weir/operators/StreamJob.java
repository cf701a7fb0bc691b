package dev.weir.operators;

import dev.weir.engine.graph.JobArguments;

/**
 * A job as its author writes it. {@code define} draws the job's graph; it runs once for the plan and once per subtask, on
 * any thread, so every subtask has function objects of its own and nothing is serialised. It must draw the same graph for
 * the same arguments: no clocks, no random numbers, no look-ups that may answer differently on another node.
 *
 * <pre>{@code
 * public final class Squares implements StreamJob {
 *     public void define(StreamEnvironment env, JobArguments args) {
 *         env.generate("numbers", args.getLong("count", 10), index -> index)
 *                 .map(n -> n * n)
 *                 .print("squares");
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface StreamJob {

    /**
     * Draws the graph.
     *
     * @throws Exception whatever goes wrong; the job is then refused with this as the cause
     */
    void define(StreamEnvironment env, JobArguments args) throws Exception;
}
