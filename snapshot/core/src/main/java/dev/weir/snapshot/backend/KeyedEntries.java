package dev.weir.snapshot.backend;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one key group of one state, one after the other. What is kept or stored without a box is given without
 * one: the key's form says which methods give the key, {@link #hasLongs} which give the values. One thread, once.
 */
public interface KeyedEntries extends EntryKey {

    /** Goes to the next entry, and first to the first; false behind the last. */
    boolean next() throws IOException;

    /** The namespace; 0 where the state has none. */
    long namespace();

    /** The same as an object; null where the state has none. */
    @Nullable
    Object namespaceOrNull();

    /** Whether all values are Longs, and given by {@link #longValue}. */
    boolean hasLongs();

    /** The value, where all are Longs. */
    long longValue();

    /** The value, of whatever class. */
    Object value();
}
