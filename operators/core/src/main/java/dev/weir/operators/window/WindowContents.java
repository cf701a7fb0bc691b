package dev.weir.operators.window;

import dev.weir.snapshot.backend.KeyedStateBackend;

/**
 * What windows keep of their elements, per current key and window start. Used by the subtask's thread.
 *
 * @param <R> what a window gives when it fires
 */
interface WindowContents<IN, R> {

    /** Registers the state. */
    void open(KeyedStateBackend backend, String stateName);

    /**
     * Adds an element.
     *
     * @return false where the window held something for this key before; true where it is new, or may be
     */
    boolean add(long windowStart, IN element) throws Exception;

    /**
     * Adds what a sender has gathered, and whose value is the receiver's own.
     *
     * @return as {@link #add} says
     */
    boolean merge(long windowStart, Partial partial) throws Exception;

    /** What the window has gathered for the current key. */
    R result(long windowStart);

    /** Forgets the window for the current key. */
    void clear(long windowStart);
}
