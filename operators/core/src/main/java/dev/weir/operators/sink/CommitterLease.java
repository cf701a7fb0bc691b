package dev.weir.operators.sink;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Closes a committer when nobody uses it any more: the subtask may end while a commit is under way on another thread,
 * and must not wait for it. The last one out closes.
 */
final class CommitterLease<TXN> {

    private final TransactionCommitter<TXN> committer;
    private final AtomicInteger holders = new AtomicInteger(1);

    CommitterLease(TransactionCommitter<TXN> committer) {
        this.committer = committer;
    }

    /** What is done with the committer while it is surely open. */
    @FunctionalInterface
    interface Use<TXN, R> {
        R with(TransactionCommitter<TXN> committer) throws Exception;
    }

    /** Work for another thread; gives {@code otherwise} if the subtask is gone when it runs. */
    <R> Callable<R> work(R otherwise, Use<TXN, R> use) {
        return () -> {
            if (!acquire()) {
                return otherwise;
            }
            try {
                return use.with(committer);
            } finally {
                release();
            }
        };
    }

    /** Gives the subtask's hold back; called once. */
    void release() throws Exception {
        if (holders.decrementAndGet() == 0) {
            committer.close();
        }
    }

    private boolean acquire() {
        int current = holders.get();
        while (current > 0) {
            if (holders.compareAndSet(current, current + 1)) {
                return true;
            }
            current = holders.get();
        }
        return false;
    }
}
