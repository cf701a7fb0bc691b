package dev.weir.snapshot.backend;

/** The key of an entry, without an object where it is kept without one: its form says which methods give it. */
public interface EntryKey {

    /** How a key can be had without making an object. */
    enum KeyForm {
        /** A Long: by {@link #longKey}. */
        LONG,
        /** A String that {@link PackedText} packs: by its words. */
        TEXT,
        /** By {@link #key} only. */
        OBJECT
    }

    KeyForm keyForm();

    /** The key, where its form is LONG. */
    long longKey();

    /** The key's first word, where its form is TEXT. */
    long firstWord();

    /** The key's second word, where its form is TEXT. */
    long secondWord();

    /** The key, of whatever form. */
    Object key();
}
