package dev.weir.operators.sink;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Writes records into transactions, one open at a time. Methods are called by the subtask's thread, in this order:
 * {@code begin}, then any number of {@code write}, then {@code prepare}, and again {@code begin} when another record
 * comes. A round in which nothing was written has no transaction, unless something is left over from earlier ones
 * ({@link #hasLeftOver}). Methods never block unless the sink is declared
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
     * Whether the next barrier needs a transaction even if no record comes before it: something that stayed open across
     * an earlier checkpoint may be ripe to be closed. Asked at barriers only.
     */
    default boolean hasLeftOver() {
        return false;
    }

    /**
     * What stays open across the checkpoint, as a token of its own; called right after {@code prepare}, if there is a
     * transaction, else alone. The token is part of this one checkpoint. Where the job goes on, it is forgotten; where this
     * checkpoint is restored, it is committed with the prepared ones, and must make visible exactly what had been written
     * when this was called. The stage is like that of {@code prepare}.
     *
     * @return empty where nothing stays open
     */
    default Optional<CompletionStage<TXN>> carryOver(long checkpointId) throws Exception {
        return Optional.empty();
    }

    /**
     * The barrier is one of a savepoint: the transaction that is prepared next leaves nothing open, and
     * {@link #carryOver} gives nothing. A savepoint may be restored by another run while this one goes on, and the two
     * must not both finish one thing; and it may be the last thing this run does. Called right before {@code prepare}.
     */
    default void beforeSavepoint() throws Exception {}

    /** The input has ended, no record comes any more: the next transaction that is prepared leaves nothing open. */
    default void endOfInput() throws Exception {}

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
