package dev.weir.operators;

import dev.weir.engine.operator.OutputTag;
import java.util.List;

/**
 * The results of one operator. Its methods say how that operator runs:
 *
 * <pre>{@code
 * env.generate("numbers", 1_000, index -> index)
 *         .map(n -> slowLookUp(n))
 *         .uid("look-up")
 *         .parallelism(8)
 *         .blocking()
 *         .print("results");
 * }</pre>
 */
public final class SingleOutputStream<T> extends DataStream<T> {

    private final NodeDraft node;

    SingleOutputStream(GraphBuilder graph, NodeDraft node) {
        super(graph, List.of(new Upstream(node, null, null)));
        this.node = node;
    }

    /**
     * Names the operator. Its state is stored under this name: keep it when the job changes.
     *
     * @throws IllegalArgumentException for a blank name, or one that another operator has
     */
    public SingleOutputStream<T> uid(String uid) {
        graph().rename(node, uid);
        return this;
    }

    /** Gives the operator a name for people; the uid stays what it is. */
    public SingleOutputStream<T> name(String name) {
        graph().display(node, name);
        return this;
    }

    /**
     * The number of the operator's subtasks, instead of the job's.
     *
     * @throws IllegalArgumentException unless it is in 1..32768 and not above the operator's max parallelism
     */
    public SingleOutputStream<T> parallelism(int subtasks) {
        node.parallelism(subtasks);
        return this;
    }

    /**
     * The number of key groups, which bounds the parallelism for good.
     *
     * @throws IllegalArgumentException unless it is in 1..32768 and not below the operator's parallelism
     */
    public SingleOutputStream<T> maxParallelism(int keyGroups) {
        node.maxParallelism(keyGroups);
        return this;
    }

    /** The functions may block: each subtask gets a thread of its own instead of holding up a shared one. */
    public SingleOutputStream<T> blocking() {
        node.ownThread();
        return this;
    }

    /** The operator isn't fused with the one before it. */
    public SingleOutputStream<T> startNewChain() {
        node.chainHead();
        return this;
    }

    /**
     * What the operator emits under a tag:
     *
     * <pre>{@code
     * DataStream<Click> late = counts.sideOutput(LATE);
     * }</pre>
     */
    public <S> DataStream<S> sideOutput(OutputTag<S> tag) {
        return new DataStream<>(graph(), List.of(new Upstream(node, Refusals.notNull("tag", tag), null)));
    }
}
