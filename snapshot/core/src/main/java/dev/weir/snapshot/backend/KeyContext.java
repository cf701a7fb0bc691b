package dev.weir.snapshot.backend;

import dev.weir.snapshot.copy.RecordCopier;
import org.jspecify.annotations.Nullable;

/**
 * The current key of a backend, shared by all its handles. Invariants: {@code generation} differs for any two settings of
 * the key; {@code secondWord} is that of {@link PackedText} exactly where the key is a String that can be packed, else
 * {@link PackedText#NONE}; {@code freezes} counts the frozen views taken so far. The owner thread uses it.
 */
final class KeyContext implements EntryKey {

    /** Whether the key is of class Long; then {@code primitive} holds it, else {@code object} does. */
    boolean isLong;

    long primitive;

    long firstWord;
    long secondWord;
    private final long[] words = new long[PackedText.WORDS];

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
        isLong = false;
        secondWord = PackedText.NONE;
        if (key instanceof Long value) {
            isLong = true;
            primitive = value;
        } else if (key instanceof String text && PackedText.pack(text, words, 0)) {
            firstWord = words[0];
            secondWord = words[1];
        }
    }

    /** Sets a String with its words; without them where {@code second} is {@link PackedText#NONE}. */
    void set(Object key, long first, long second, int hash, int keyGroup) {
        if (second == PackedText.NONE) {
            set(key, hash, keyGroup);
            return;
        }
        this.object = key;
        this.isLong = false;
        this.firstWord = first;
        this.secondWord = second;
        this.hash = hash;
        this.keyGroup = keyGroup;
        generation++;
    }

    /** Sets a String by its words alone. */
    void set(long first, long second, int hash, int keyGroup) {
        this.object = null;
        this.isLong = false;
        this.firstWord = first;
        this.secondWord = second;
        this.hash = hash;
        this.keyGroup = keyGroup;
        generation++;
    }

    void set(long key, int hash, int keyGroup) {
        this.object = null;
        this.isLong = true;
        this.primitive = key;
        this.secondWord = PackedText.NONE;
        this.hash = hash;
        this.keyGroup = keyGroup;
        generation++;
    }

    /** Makes no key the current one. */
    void unset() {
        object = null;
        isLong = false;
        secondWord = PackedText.NONE;
        keyGroup = -1;
        generation++;
    }

    /** The key as an object. */
    Object boxed() {
        Object key = object;
        if (key == null) {
            if (!isLong && secondWord == PackedText.NONE) {
                throw new IllegalStateException("there is no current key: keyed state is used while a record or timer"
                        + " is processed, not in open or close");
            }
            key = isLong ? (Object) primitive : PackedText.unpack(firstWord, secondWord);
            object = key;
        }
        return key;
    }

    @Override
    public KeyForm keyForm() {
        if (isLong) {
            return KeyForm.LONG;
        }
        return secondWord == PackedText.NONE ? KeyForm.OBJECT : KeyForm.TEXT;
    }

    @Override
    public long longKey() {
        return primitive;
    }

    @Override
    public long firstWord() {
        return firstWord;
    }

    @Override
    public long secondWord() {
        return secondWord;
    }

    @Override
    public Object key() {
        return boxed();
    }

    /** The key as it may be stored: a mutable one (an ArrayList, say) is copied. */
    Object storable() {
        return isLong ? boxed() : copier.copy(boxed());
    }
}
