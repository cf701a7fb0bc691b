package dev.weir.operators.sink;

import java.util.concurrent.CompletionStage;

/**
 * Writes records into transactions, one open at a time. Methods are called by the subtask's thread, in this order:
 * {@code begin}, then any number of {@code write}, then {@code prepare}, and again {@code begin} when another record
 * comes. A round in which nothing was written has no transaction. Methods never block unless the sink is declared
 * {@code blocking()}; a writer that waits for its target says that it isn't ready.
 */
public interface TransactionWriter<T, TXN> {

    /** Opens a transaction; the id is what an outside system should know it by. */
    void begin(TransactionId id) throws Exception;

    /**
     * Writes a record into the open transaction.
     *
     * @param timestamp event time in ms; {@link dev.weir.engine.operator.Timestamps#NONE} where there is none
     */
    void write(T record, long timestamp) throws Exception;

    /**
     * Closes the open transaction for good and starts to flush it; the next {@code begin} may come before the stage is
     * done. The stage ends when a commit can no longer fail for reasons on this side, and gives the token that commits or
     * aborts the transaction in whatever process. A stage that fails fails the attempt.
     */
    CompletionStage<TXN> prepare(long checkpointId) throws Exception;

    /**
     * Whether it can take another record. It must become ready without waiting for a checkpoint to complete, and the
     * subtask must be woken then: by work that came through its context, or by the next record.
     */
    default boolean isReady() {
        return true;
    }

    /** Aborts the open transaction, if any, and gives resources back; prepared ones are left alone. */
    void close() throws Exception;
}
