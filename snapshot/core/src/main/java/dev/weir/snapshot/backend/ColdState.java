package dev.weir.snapshot.backend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One state in a {@link ColdStore}. The backend's owner thread uses it. Values are in the form a {@link KeyedStateSink} takes. */
public interface ColdState {

    /**
     * What was restored and is stored already: how many entries each key group has, from the first group owned.
     *
     * @return null where nothing is stored
     */
    int @Nullable [] restoredCounts();

    /**
     * Looks an entry up; {@link #value} or {@link #longValue} give what was found, until the next call of any method.
     *
     * @param namespace 0 where the state has none
     * @return whether there is one
     */
    boolean find(EntryKey key, int keyGroup, long namespace);

    /** What was found. */
    Object value();

    /** What was found, where the state's values are Longs. */
    long longValue();

    /** Stores a value, which the store doesn't keep: it is the caller's to change afterwards. */
    void put(EntryKey key, int keyGroup, long namespace, Object value);

    /** Stores entries that differ from what is stored. */
    void putAll(int keyGroup, KeyedEntries entries);

    /** Removes what is stored, if anything is. */
    void remove(EntryKey key, int keyGroup, long namespace);

    /** Announces a key that will be looked up soon. */
    void want(EntryKey key, int keyGroup, long namespace);

    /** Is told of an entry that was announced and is stored. */
    @FunctionalInterface
    interface Fetched {
        /**
         * Called for one entry, which {@link ColdState#value} or {@link ColdState#longValue} give.
         *
         * @param position of the call that has announced it
         */
        void found(int position);
    }

    /**
     * Fetches at once what was announced. Until the next call it is known of the others that they aren't stored.
     *
     * @param keys how many keys were looked for on the heap, those that were announced among them
     */
    void fetch(int keys, Fetched fetched);

    /** The keys that a key group of a state without namespaces has now, in no particular order. */
    List<Object> keys(int keyGroup);

    /**
     * Shows some more entries of a state without namespaces, from where the last call ended, round and round. What was put
     * lately may be shown as it was before, or not yet. The visitor changes nothing.
     *
     * @param entries how many, at most
     */
    void visit(int entries, Visitor visitor);

    /** Sees an entry. */
    @FunctionalInterface
    interface Visitor {
        /** Called for one entry; the objects are the visitor's. */
        void entry(Object key, int keyGroup, Object value);
    }
}
