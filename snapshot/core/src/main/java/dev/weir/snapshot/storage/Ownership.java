package dev.weir.snapshot.storage;

/** Whose a savepoint is once a run has started from it. Names are part of the checkpoint format. */
public enum Ownership {
    /** It stays the person's: it is only read, and never changed or removed. */
    NO_CLAIM,
    /** It becomes the run's, which removes it when nothing of its own refers to it any more. */
    CLAIM
}
