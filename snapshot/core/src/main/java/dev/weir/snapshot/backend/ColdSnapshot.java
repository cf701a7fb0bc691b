package dev.weir.snapshot.backend;

/**
 * A frozen view of a {@link ColdStore}. What had changed on the heap goes to the store some time later, on the thread that
 * writes the view; until then the store takes nothing that comes after it.
 */
public interface ColdSnapshot extends KeyedSnapshot {

    /** What has become of the changes. */
    enum Outcome {
        /** They aren't stored yet. */
        OPEN,
        /** They are stored, all of them. */
        STORED,
        /** The view was released before: they are nowhere but on the heap. */
        ABANDONED
    }

    Outcome outcome();

    /** Has the changes stored unless the view was abandoned; blocks until they are. Not OPEN afterwards. */
    void settle();
}
