package dev.weir.engine.source;

import dev.weir.snapshot.operator.OperatorStates;

/** What a reader may ask for. */
public interface ReaderContext {

    int subtaskIndex();

    int parallelism();

    /** Asks the enumerator for another split; its own thread only. */
    void requestSplit();

    /**
     * A split that was added, to tell event time of; its own thread only. Without meaning unless the reader's scope is
     * {@link SourceReader.TimeScope#SPLIT}.
     *
     * @throws IllegalArgumentException if the reader was given no such split, or has finished it
     */
    default SplitScope split(String splitId) {
        return SplitScope.UNOBSERVED;
    }

    /**
     * State of the reader that belongs to no split, registered in {@code open}: it is snapshotted and restored beside the
     * splits.
     */
    OperatorStates operatorStates();

    /** Wakes the subtask so that it polls again; any thread, cheap, may be called too often. */
    Runnable waker();

    /** Monotonic time. */
    long nanoTime();

    long processingTimeMillis();
}
