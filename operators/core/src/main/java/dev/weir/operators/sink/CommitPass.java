package dev.weir.operators.sink;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one pass over due transactions.
 *
 * @param confirmed those that are committed
 * @param failed the first that isn't, to be tried again; null where all went well
 * @param failure why
 * @param lost the first that can never be committed; null where there is none
 */
record CommitPass<TXN>(
        List<PendingTransaction<TXN>> confirmed,
        @Nullable TransactionId failed,
        @Nullable Exception failure,
        @Nullable TransactionLostException lost) {

    static <TXN> CommitPass<TXN> nothing() {
        return new CommitPass<>(List.of(), null, null, null);
    }

    /** Tries each once, in order; the failure of one stops no other. */
    static <TXN> CommitPass<TXN> over(List<PendingTransaction<TXN>> transactions, TransactionCommitter<TXN> committer)
            throws InterruptedException {
        List<PendingTransaction<TXN>> confirmed = new ArrayList<>(transactions.size());
        TransactionId failed = null;
        Exception failure = null;
        TransactionLostException lost = null;
        for (PendingTransaction<TXN> transaction : transactions) {
            try {
                committer.commit(transaction.prepared());
                confirmed.add(transaction);
            } catch (InterruptedException cancelled) {
                throw cancelled;
            } catch (TransactionLostException gone) {
                lost = lost == null ? gone : lost;
            } catch (Exception retriable) {
                failed = failed == null ? transaction.id() : failed;
                failure = failure == null ? retriable : failure;
            }
        }
        return new CommitPass<>(confirmed, failed, failure, lost);
    }
}
