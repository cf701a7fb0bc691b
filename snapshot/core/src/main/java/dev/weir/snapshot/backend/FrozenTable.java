package dev.weir.snapshot.backend;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of a group's table as they were when it was frozen; nobody writes them any more. Any thread may read it that
 * got it by a safe hand-over.
 *
 * @param content stands for all that is in the table: the next view of the same table has it too if nothing was written since
 */
@SuppressWarnings("ArrayRecordComponent") // never compared: a carrier of arrays
record FrozenTable(
        int[] tags,
        long @Nullable [] longKeys,
        long[] words,
        @Nullable Object[] keys,
        long[] namespaces,
        long[] longs,
        @Nullable Object[] objects,
        int size,
        Object content) {

    private static final int REFERENCE_BYTES = 4;

    /** What a key or value that is an object is taken for: it isn't looked into. */
    private static final int OBJECT_BYTES = 64;

    long heapBytes() {
        long cells = (long) words.length + namespaces.length + longs.length + (longKeys == null ? 0 : longKeys.length);
        long references = (long) keys.length + objects.length;
        int objectsPerEntry = (keys.length == 0 ? 0 : 1) + (objects.length == 0 ? 0 : 1);
        return (long) tags.length * Integer.BYTES
                + cells * Long.BYTES
                + references * REFERENCE_BYTES
                + (long) size * objectsPerEntry * OBJECT_BYTES;
    }

    /** The entries, in the order of their slots. */
    KeyedEntries entries(ValueView values) {
        return new TableEntries(this, values);
    }

    /** The entries whose stamps are above a figure. */
    KeyedEntries changed(ValueView values, int[] stamps, int since) {
        return new TableEntries(this, values, stamps, since);
    }

    EntryKey.KeyForm keyForm(int slot) {
        if (longKeys != null) {
            return EntryKey.KeyForm.LONG;
        }
        return isPacked(slot) ? EntryKey.KeyForm.TEXT : EntryKey.KeyForm.OBJECT;
    }

    private boolean isPacked(int slot) {
        return words.length != 0 && words[slot * PackedText.WORDS + 1] != PackedText.OTHER;
    }

    long longKey(int slot) {
        return longKeys == null ? 0 : longKeys[slot];
    }

    Object key(int slot) {
        if (longKeys != null) {
            return longKeys[slot];
        }
        int word = slot * PackedText.WORDS;
        return isPacked(slot) ? PackedText.unpack(words[word], words[word + 1]) : Objects.requireNonNull(keys[slot]);
    }

    /** What a sink is given for a slot. */
    @FunctionalInterface
    interface ValueView {
        Object at(FrozenTable table, int slot);

        /** Whether that is the long in the slot, as a Long. */
        default boolean givesLongs() {
            return false;
        }
    }
}
