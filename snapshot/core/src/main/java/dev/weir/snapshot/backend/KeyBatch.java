package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/**
 * The keys of one batch of records, as the sender computed them: exactly one of {@code longKeys} and {@code keys} is
 * set. Index i of each array belongs to record i; {@code [0, size)} is filled. Read only.
 */
public interface KeyBatch {

    int size();

    /** Keys of class Long without their boxes. */
    long @Nullable [] longKeys();

    /** Keys of any other class. */
    Object @Nullable [] keys();

    /**
     * The words of {@link PackedText} of each of {@code keys}, both 0 for a key that is not packed; null where none is.
     * That a string is not packed says nothing: the reader may pack it.
     */
    long @Nullable [] packedKeys();

    /** {@code KeyGroups.murmur} of each key's stable hash code. */
    int[] hashes();

    /** The key group of each key. */
    char[] keyGroups();
}
