package dev.weir.engine.source;

/** What a reader may ask for. */
public interface ReaderContext {

    int subtaskIndex();

    int parallelism();

    /** Asks the enumerator for another split; its own thread only. */
    void requestSplit();

    /** Wakes the subtask so that it polls again; any thread, cheap, may be called too often. */
    Runnable waker();

    /** Monotonic time. */
    long nanoTime();

    long processingTimeMillis();
}
