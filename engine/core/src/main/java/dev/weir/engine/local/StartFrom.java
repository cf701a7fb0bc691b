package dev.weir.engine.local;

/** What a run starts from. */
public sealed interface StartFrom {

    /** From the beginning, as a new lineage. Checkpoints there are stay until newer ones push them out. */
    record Fresh() implements StartFrom {}

    /**
     * From the newest completed checkpoint of the job's lineage, which goes on; before the first from what the lineage was
     * started from, a savepoint or the beginning. A job that was drained commits what is left to commit, and finishes.
     */
    record Latest() implements StartFrom {}

    /**
     * From a savepoint, or a checkpoint of any job, as a new lineage whose parent is the savepoint's. Operators are matched
     * by uid. The folder is only read.
     *
     * @param uri of the savepoint's own folder
     */
    record Savepoint(String uri) implements StartFrom {}
}
