package dev.weir.operators;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.source.Source;
import dev.weir.operators.source.CollectionSource;
import dev.weir.operators.source.GeneratorFunction;
import dev.weir.operators.source.GeneratorSource;
import dev.weir.snapshot.keygroup.KeyGroups;
import java.util.Arrays;
import java.util.Collection;

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

    /**
     * A bounded stream of generated records, shared by the subtasks:
     *
     * <pre>{@code
     * DataStream<Long> evens = env.generate("evens", 1_000, index -> 2 * index);
     * }</pre>
     *
     * <p>For a rate see {@link GeneratorSource}.
     *
     * @param count how many; the function is given 0 to {@code count - 1}
     */
    public <T> SingleOutputStream<T> generate(String name, long count, GeneratorFunction<T> function) {
        return source(name, GeneratorSource.bounded(count, function));
    }

    /** {@link #generate(String, long, GeneratorFunction)} without end. */
    public <T> SingleOutputStream<T> generate(String name, GeneratorFunction<T> function) {
        return source(name, GeneratorSource.unbounded(function));
    }

    /**
     * The elements of a collection, in order, read by one subtask:
     *
     * <pre>{@code
     * DataStream<String> words = env.fromCollection("words", List.of("to", "be"));
     * }</pre>
     */
    public <T> SingleOutputStream<T> fromCollection(String name, Collection<? extends T> elements) {
        CollectionSource<T> source = CollectionSource.of(Refusals.notNull("elements", elements));
        return source(name, source).parallelism(1);
    }

    /** The given elements, as {@link #fromCollection}: {@code env.fromElements("words", "to", "be")}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <T> SingleOutputStream<T> fromElements(String name, T... elements) {
        return fromCollection(name, Arrays.asList(elements));
    }

    /** Names the job; without this it is called like its class. */
    public StreamEnvironment jobName(String name) {
        if (Refusals.notNull("name", name).isBlank()) {
            throw new IllegalArgumentException("the name of a job is not blank: got '" + name + "'");
        }
        jobName = name;
        return this;
    }

    /**
     * Sets the parallelism of operators that set none, instead of the one the job was started with.
     *
     * @throws IllegalArgumentException unless it is in 1..32768
     */
    public StreamEnvironment parallelism(int subtasks) {
        if (subtasks < 1 || subtasks > KeyGroups.MAX_PARALLELISM_LIMIT) {
            throw new IllegalArgumentException(
                    "parallelism of the job must be in 1.." + KeyGroups.MAX_PARALLELISM_LIMIT + ": got " + subtasks);
        }
        parallelism = subtasks;
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
