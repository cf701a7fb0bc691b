package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.state.State;
import dev.weir.snapshot.state.StateDescriptor;
import java.util.Set;

/**
 * The keyed state of one operator in one subtask. One owner thread uses it; only a {@link KeyedSnapshot} is read by
 * another. The current key is set once per record; every handle is bound to it.
 */
public interface KeyedStateBackend extends AutoCloseable {

    KeyGroupRange keyGroups();

    /**
     * Sets the current key.
     *
     * @param hash {@code KeyGroups.murmur} of the key's stable hash code
     */
    void setCurrentKey(Object key, int hash, int keyGroup);

    /**
     * The same for a String whose {@link PackedText} words are known, so that the string itself is not looked at.
     *
     * @param first the first word
     * @param second the second word; 0 where the key has not been packed, of whatever class it is
     */
    void setCurrentKey(Object key, long first, long second, int hash, int keyGroup);

    /** The same for a key of class Long, without its box. */
    void setCurrentKey(long key, int hash, int keyGroup);

    /** Makes no key the current one: state can't be reached until another is set. */
    void unsetCurrentKey();

    /** The current key; boxed where it was set without a box. */
    Object currentKey();

    /**
     * Announces the keys that follow, so that look-ups can be overlapped or fetched at once. Changes nothing that can be
     * observed but time.
     */
    void beginBatch(KeyBatch keys);

    /**
     * Registers a state, or gives the handle of the one registered before; called in {@code open}. What was restored
     * under the name is loaded here.
     *
     * @throws StateRegistrationException where the name is taken by another kind or type (both named), or what was
     *     restored under it can't be converted
     */
    <S extends State> S state(StateDescriptor<S> descriptor);

    /** The same for state that is kept per key and namespace (a window's start, say). */
    <S extends State> LongNamespaced<S> namespaced(StateDescriptor<S> descriptor);

    /** The timers registered under a name, created or restored. */
    TimerQueue timers(String name);

    /** Names of the states that were registered, for messages; empty where a backend doesn't tell. */
    default Set<String> registered() {
        return Set.of();
    }

    /** Names of restored states and timers that nothing has registered yet. */
    Set<String> unclaimed();

    /**
     * Freezes a consistent view of everything: states and timers. Fast (proportional to the number of key groups, not of
     * keys); what is written afterwards never shows in it, also where user code mutates a value object in place.
     */
    KeyedSnapshot freeze();

    /**
     * Runs an action for every key that holds something in a state; the key is the current one meanwhile, so the action may
     * read, update and clear this and any other state of it. Afterwards the current key is what it was. The keys are those
     * at the beginning, in no particular order; of a state whose values expire only those that hold something live. Takes
     * time by the number of all keys, and room by the largest key group's.
     *
     * @param descriptor of a state without namespaces; registered as by {@link #state} where it hasn't been
     * @throws Exception what the action throws, which ends the walk
     */
    <S extends State> void forEachKey(StateDescriptor<S> descriptor, KeyAction<S> action) throws Exception;

    /** What is done with one key that holds a state. */
    @FunctionalInterface
    interface KeyAction<S extends State> {
        /**
         * Called with the key as the current one.
         *
         * @param key a copy where it is mutable
         * @param state bound to the key
         */
        void accept(Object key, S state) throws Exception;
    }

    /**
     * Looks at some more places of states whose values expire, and removes what has. Called between two records: there is
     * no current key afterwards. Returns at once where no state has a time to live.
     *
     * @param places how many to look at, at most
     */
    default void sweep(int places) {}

    /** How many (key, namespace) entries are in all states, expired ones that nobody has met yet included, timers left out. */
    long entryCount();

    @Override
    void close();
}
