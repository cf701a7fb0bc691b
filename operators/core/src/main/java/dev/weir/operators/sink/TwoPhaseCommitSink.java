package dev.weir.operators.sink;

import dev.weir.engine.source.StateCodec;

/**
 * A sink that is exactly-once by two-phase commit. At the barrier of checkpoint n the open transaction is prepared and
 * the next record opens another; when n is complete, what was prepared up to n is committed. A token stays in the sink's
 * state until its commit is confirmed, so:
 *
 * <ul>
 *   <li>a crash before the barrier aborts the open transaction;
 *   <li>a crash before n is complete restores n−1 and aborts what was prepared for n;
 *   <li>a crash after n is complete restores n and commits what was prepared for it, before any new record;
 *   <li>a commit may be repeated, a notice may be lost, late or doubled: each transaction is committed once in effect;
 *   <li>what was prepared for a round that failed, or for a savepoint while the job goes on, is committed with the next
 *       checkpoint that completes;
 *   <li>a transaction that is gone outside fails the job and is named;
 *   <li>a writer may keep something open across checkpoints: each of them then holds it as it was at its barrier, and a
 *       restore commits just that. Across a savepoint nothing stays open.
 * </ul>
 *
 * <p>A key's records show in their order, also after a restart at another parallelism, as long as no commit fails: one
 * that has to be repeated doesn't hold up those of later checkpoints.
 *
 * <p>A sink that changes existing rows of a database does so inside its commit only: a prepared transaction that holds
 * locks on them would hold up the next one.
 *
 * <p>Used with {@code stream.sinkTo("orders", sink)}. {@code T} are records, {@code TXN} tokens: immutable, and small,
 * since they are part of every checkpoint until they are committed.
 */
public interface TwoPhaseCommitSink<T, TXN> {

    /** A writer for one subtask; called by its thread. */
    TransactionWriter<T, TXN> createWriter(SinkContext context) throws Exception;

    /** A committer for one subtask; called by its thread, used by another. */
    TransactionCommitter<TXN> createCommitter(SinkContext context) throws Exception;

    /** How tokens are stored. */
    StateCodec<TXN> tokenCodec();

    /** How commits that fail are repeated. */
    default CommitRetries commitRetries() {
        return CommitRetries.DEFAULT;
    }
}
