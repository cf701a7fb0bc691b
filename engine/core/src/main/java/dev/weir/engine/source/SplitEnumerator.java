package dev.weir.engine.source;

import java.util.List;

/**
 * Finds splits and deals them out. Methods never block: discovery goes through {@link EnumeratorContext#callAsync}. One
 * thread at a time.
 */
public interface SplitEnumerator<S extends Split, E> {

    void start() throws Exception;

    /**
     * A reader has started; it holds what it restored already, which may be nothing. Comes once per reader and attempt,
     * after {@code start}, also after a restore: no reader is taken to have ended before, so each is told again that there
     * are no more splits, or given some.
     */
    void onReader(int subtaskIndex) throws Exception;

    /** A reader asks for another split. */
    void onSplitRequest(int subtaskIndex) throws Exception;

    /**
     * Splits come back from a reader that this enumerator, as it was restored, did not give them to: they are to be given
     * out again, with the positions that they have. Only for an enumerator that is put in the place of another while
     * readers go on.
     *
     * <p>A restart never calls it: enumerator and readers restart together from one checkpoint, in which each split is
     * either in the enumerator's state or in one reader's, so that what was given out after it is in the enumerator's state
     * again, and readers that roll back forget it. The same holds for a restore at another parallelism, where readers'
     * splits are dealt out among the readers, and for a coordinator that takes over, which restarts the job. A reader that
     * was told {@code noMoreSplits} may have ended: returned splits go to one that wasn't, or are told of before that.
     *
     * @param subtaskIndex the reader that had them
     */
    void onSplitsReturned(List<S> splits, int subtaskIndex) throws Exception;

    /** The state, taken with the trigger of a checkpoint: splits given out before are not in it. */
    E snapshot(long checkpointId) throws Exception;

    default void onCheckpointComplete(long checkpointId) throws Exception {}

    void close() throws Exception;
}
