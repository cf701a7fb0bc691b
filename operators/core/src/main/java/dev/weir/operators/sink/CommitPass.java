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
record CommitPass<E>(
        List<E> confirmed,
        @Nullable TransactionId failed,
        @Nullable Exception failure,
        @Nullable TransactionLostException lost) {

    static <E> CommitPass<E> nothing() {
        return new CommitPass<>(List.of(), null, null, null);
    }

    /** Tries each once, in order; one that fails stops those after it only where all is committed in order. */
    static <TXN, E extends Committable<TXN>> CommitPass<E> over(
            List<E> transactions, CommitLog.Order order, TransactionCommitter<TXN> committer)
            throws InterruptedException {
        List<E> confirmed = new ArrayList<>(transactions.size());
        TransactionId failed = null;
        Exception failure = null;
        TransactionLostException lost = null;
        for (E transaction : transactions) {
            if (order == CommitLog.Order.IN_ORDER && (failed != null || lost != null)) {
                break;
            }
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
