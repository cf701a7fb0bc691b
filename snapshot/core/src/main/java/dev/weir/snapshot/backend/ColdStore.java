package dev.weir.snapshot.backend;

import java.util.Map;

/**
 * Keyed state of one operator in one subtask outside of the heap. Behind a {@link HeapStateBackend}, whose tables are its
 * cache. The backend's owner thread uses it.
 */
public interface ColdStore extends AutoCloseable {

    /** Makes room for a state that is not there yet. */
    ColdState open(StateMeta meta);

    /** How many entries the backend may have on the heap now. */
    long residentLimit();

    /**
     * Freezes all that has been put and not removed.
     *
     * @param entries how many entries each key group of each state has, from the first group owned; by the state's name
     * @param timers frozen with it
     * @param expiry what of it isn't written into a checkpoint
     */
    KeyedSnapshot freeze(Map<String, int[]> entries, KeyedSnapshot timers, Expiry expiry);

    @Override
    void close();
}
