package dev.weir.snapshot.backend;

import java.util.List;

/**
 * Keyed state of one operator in one subtask outside of the heap. Behind a {@link HeapStateBackend}, whose tables are its
 * cache. The backend's owner thread uses it.
 */
public interface ColdStore extends AutoCloseable {

    /** Makes room for a state, or gives what was restored under its name, if that can be used as it is. */
    ColdState open(StateMeta meta);

    /** How much heap the backend's entries may take now, in bytes. */
    long residentBytes();

    /**
     * Freezes all that has been put and not removed, and what has changed on the heap. The view before isn't open.
     *
     * @param changes of each state
     * @param timers frozen with it
     * @param expiry what of it isn't written into a checkpoint
     */
    ColdSnapshot freeze(List<ChangedEntries> changes, KeyedSnapshot timers, Expiry expiry);

    @Override
    void close();
}
