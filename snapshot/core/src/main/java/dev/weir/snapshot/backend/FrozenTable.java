package dev.weir.snapshot.backend;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of a group's table as they were when it was frozen; nobody writes them any more. Any thread may read it that
 * got it by a safe hand-over.
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
        int size) {

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

    void writeTo(KeyedStateSink sink, ValueView values) throws IOException {
        for (int slot = 0; slot < tags.length; slot++) {
            if (tags[slot] != 0) {
                sink.entry(
                        keyAt(slot), namespaces.length == 0 ? null : (Object) namespaces[slot], values.at(this, slot));
            }
        }
    }

    private Object keyAt(int slot) {
        if (longKeys != null) {
            return longKeys[slot];
        }
        int word = slot * PackedText.WORDS;
        return words.length == 0 || words[word + 1] == PackedText.OTHER
                ? Objects.requireNonNull(keys[slot])
                : PackedText.unpack(words[word], words[word + 1]);
    }

    /** What a sink is given for a slot. */
    @FunctionalInterface
    interface ValueView {
        Object at(FrozenTable table, int slot);
    }
}
