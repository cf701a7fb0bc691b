package dev.weir.operators.sink;

/**
 * Ends prepared transactions. Methods may block: they run on another thread than the writer, one at a time per subtask,
 * and use no connection of the writer's.
 */
public interface TransactionCommitter<TXN> {

    /**
     * Makes a prepared transaction visible. Called again after a failure, and once more after a crash even if it had
     * worked: to commit what is committed already does nothing.
     *
     * @throws TransactionLostException where it can never be committed; the job fails
     * @throws Exception where it may work later; it is tried again, and others are tried meanwhile
     */
    void commit(Prepared<TXN> prepared) throws Exception;

    /**
     * Aborts the transactions that are included: what crashed attempts left open or prepared without a completed
     * checkpoint. Called after a start and again after the next completed checkpoint, since a subtask that was thought
     * dead may open one after the first sweep. They are of the lineage and sink that the leftovers name: the run's own, or,
     * in a further call, of a run whose savepoint was claimed. To find nothing is normal.
     */
    void abortLeftovers(Leftovers leftovers) throws Exception;

    /** Gives resources back. */
    default void close() throws Exception {}
}
