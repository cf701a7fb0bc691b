package dev.weir.snapshot.backend;

import dev.weir.snapshot.copy.RecordCopier;
import org.jspecify.annotations.Nullable;

/**
 * The current key of a backend, shared by all its handles. Invariant: {@code generation} differs for any two settings of
 * the key; {@code freezes} counts the frozen views taken so far. The owner thread uses it.
 */
final class KeyContext {

    /** Whether the key is of class Long; then {@code primitive} holds it, else {@code object} does. */
    boolean isLong;

    long primitive;

    /** The key where it was given as an object, or has been boxed since. */
    private @Nullable Object object;

    int hash;
    int keyGroup = -1;
    long generation;
    int freezes;

    /** Copies keys and values of whatever class; one owner, one cache. */
    final RecordCopier copier = new RecordCopier();

    void set(Object key, int hash, int keyGroup) {
        this.object = key;
        this.hash = hash;
        this.keyGroup = keyGroup;
        generation++;
        if (key instanceof Long value) {
            isLong = true;
            primitive = value;
        } else {
            isLong = false;
        }
    }

    void set(long key, int hash, int keyGroup) {
        this.object = null;
        this.isLong = true;
        this.primitive = key;
        this.hash = hash;
        this.keyGroup = keyGroup;
        generation++;
    }

    /** Makes no key the current one. */
    void unset() {
        object = null;
        isLong = false;
        keyGroup = -1;
        generation++;
    }

    /** The key as an object. */
    Object boxed() {
        Object key = object;
        if (key == null) {
            if (!isLong) {
                throw new IllegalStateException("there is no current key: keyed state is used while a record or timer"
                        + " is processed, not in open or close");
            }
            key = primitive;
            object = key;
        }
        return key;
    }

    /** The key as it may be stored: a mutable one (an ArrayList, say) is copied. */
    Object storable() {
        return isLong ? boxed() : copier.copy(boxed());
    }
}
