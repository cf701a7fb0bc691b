package dev.weir.snapshot.backend;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Receives keyed state: a format's writer while a snapshot is taken, a backend's loader while one is restored. Calls come
 * as {@code state (takes | keyGroup (entry* | entries))*}, repeated.
 */
public interface KeyedStateSink {

    void state(StateMeta meta) throws IOException;

    /**
     * Starts a key group of the current state.
     *
     * @param entries how many entries follow; of a state whose values expire, at most so many
     */
    void keyGroup(int keyGroup, int entries) throws IOException;

    /**
     * Offers the next key group of the current state by what it holds. A sink that has the very same already takes it so, and
     * nothing of it follows; else the group follows, with this content.
     *
     * @param entries how many entries it has
     * @param content stands for all that the group holds: it is the same object as long as nothing of that changes
     * @return whether the group is taken
     */
    default boolean takes(int keyGroup, int entries, Object content) throws IOException {
        return false;
    }

    /**
     * One entry of the current key group.
     *
     * @param namespace null, or a Long for a namespaced state or timer
     * @param value what the state's kind stores: the value, a Long, a List, a Map, the accumulator, a timer's timestamp
     *     as Long; of a state whose values expire with a {@link Stamped} in the place of each value
     */
    void entry(Object key, @Nullable Object namespace, Object value) throws IOException;

    /** All entries of the current key group at once: the same as an {@link #entry} for each. */
    default void entries(KeyedEntries entries) throws IOException {
        while (entries.next()) {
            entry(entries.key(), entries.namespaceOrNull(), entries.value());
        }
    }
}
