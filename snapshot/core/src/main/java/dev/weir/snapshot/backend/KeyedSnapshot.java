package dev.weir.snapshot.backend;

import java.io.IOException;

/**
 * A frozen view of a backend. Written once, by any one thread, then released. What is kept of it to restore from has a
 * life of its own.
 */
public interface KeyedSnapshot {

    /** Pushes everything: state by state, key groups in rising order, empty groups left out. */
    void writeTo(KeyedStateSink sink) throws IOException;

    /**
     * What was frozen as something to restore from within this process, any number of times and one after the other.
     * Called before {@link #release}, which doesn't let go of it.
     */
    RestoredKeyedState asRestored();

    /** Roughly what it takes in memory if nothing of it were shared with the live state any more, in bytes. */
    long heapBytes();

    /** Lets go of what was frozen; idempotent. */
    void release();
}
