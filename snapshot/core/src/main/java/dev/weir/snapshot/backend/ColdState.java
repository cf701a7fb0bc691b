package dev.weir.snapshot.backend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One state in a {@link ColdStore}. The backend's owner thread uses it. Values are in the form a {@link KeyedStateSink} takes. */
public interface ColdState {

    /**
     * What is stored.
     *
     * @param namespace 0 where the state has none
     * @return null where nothing is stored
     */
    @Nullable
    Object load(Object key, int keyGroup, long namespace);

    /** Stores a value, which the store doesn't keep: it is the caller's to change afterwards. */
    void put(Object key, int keyGroup, long namespace, Object value);

    /** Removes what is stored, if anything is. */
    void remove(Object key, int keyGroup, long namespace);

    /** Announces a key that will be loaded soon. */
    void want(Object key, int keyGroup, long namespace);

    /** Fetches at once what was announced; what was fetched before is forgotten. */
    void fetch();

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
