package dev.weir.operators;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.source.Source;

/** Where a job begins: its sources, its name, its parallelism. Handed to {@link StreamJob#define}; used by its thread. */
public final class StreamEnvironment {

    private final GraphBuilder graph = new GraphBuilder();
    private String jobName;
    private int parallelism;

    StreamEnvironment(String jobName, int defaultParallelism) {
        this.jobName = jobName;
        this.parallelism = defaultParallelism;
    }

    /**
     * Reads a source.
     *
     * @param name the source's uid: its positions are stored under it
     */
    public <T> SingleOutputStream<T> source(String name, Source<T, ?, ?> source) {
        return new SingleOutputStream<>(graph, graph.addSource(name, source));
    }

    /** Names the job; without this it is called like its class. */
    public StreamEnvironment jobName(String name) {
        if (Refusals.notNull("name", name).isBlank()) {
            throw new IllegalArgumentException("the name of a job is not blank: got '" + name + "'");
        }
        jobName = name;
        return this;
    }

    /** The parallelism of operators that set none. */
    public int parallelism() {
        return parallelism;
    }

    JobGraph build() {
        return graph.build(jobName, parallelism);
    }
}
