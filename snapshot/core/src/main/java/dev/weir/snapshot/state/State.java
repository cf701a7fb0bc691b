package dev.weir.snapshot.state;

/**
 * Keyed state. A handle is bound to the current key (and namespace) of its operator; it is used by the subtask's thread
 * only. An object a handle hands out belongs to the handle until the next record or timer: keep no reference longer.
 */
public interface State {

    /** Removes what is stored for the current key. */
    void clear();
}
