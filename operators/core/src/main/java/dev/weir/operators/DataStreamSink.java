package dev.weir.operators;

/** The end of a stream. Its methods say how the sink runs. */
public final class DataStreamSink {

    private final NodeDraft node;

    DataStreamSink(NodeDraft node) {
        this.node = node;
    }

    /**
     * The number of the sink's subtasks, instead of the job's.
     *
     * @throws IllegalArgumentException unless it is in 1..32768
     */
    public DataStreamSink parallelism(int subtasks) {
        node.parallelism(subtasks);
        return this;
    }

    /** The sink may block: each subtask gets a thread of its own instead of holding up a shared one. */
    public DataStreamSink blocking() {
        node.ownThread();
        return this;
    }

    /** The sink isn't fused with the operator before it. */
    public DataStreamSink startNewChain() {
        node.chainHead();
        return this;
    }
}
