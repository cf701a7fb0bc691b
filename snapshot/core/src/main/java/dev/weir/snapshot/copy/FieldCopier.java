package dev.weir.snapshot.copy;

/** As {@link DeepCopier}, for the fields that one class of a hierarchy declares. Not to be used elsewhere. */
@FunctionalInterface
public interface FieldCopier {

    /** Sets the fields of {@code to} to deep copies of those of {@code from}. */
    void copyFields(Object from, Object to, int depth);
}
