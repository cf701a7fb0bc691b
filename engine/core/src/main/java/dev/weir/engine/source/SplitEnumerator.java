package dev.weir.engine.source;

import java.util.List;

/**
 * Finds splits and deals them out. Methods never block: discovery goes through {@link EnumeratorContext#callAsync}. One
 * thread at a time.
 */
public interface SplitEnumerator<S extends Split, E> {

    void start() throws Exception;

    /** A reader has started; it holds what it restored already. */
    void onReader(int subtaskIndex) throws Exception;

    /** A reader asks for another split. */
    void onSplitRequest(int subtaskIndex) throws Exception;

    /** Splits that were given out after the restored checkpoint come back. */
    void onSplitsReturned(List<S> splits, int subtaskIndex) throws Exception;

    /** The state, taken with the trigger of a checkpoint: splits given out before are not in it. */
    E snapshot(long checkpointId) throws Exception;

    default void onCheckpointComplete(long checkpointId) throws Exception {}

    void close() throws Exception;
}
