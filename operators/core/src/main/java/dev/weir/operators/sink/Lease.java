package dev.weir.operators.sink;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Closes what a sink writes or commits with when nobody uses it any more: the subtask may end while work is under way on
 * other threads, and must not wait for it. The last one out closes.
 */
final class Lease<R> {

    private final R leased;
    private final Closing closing;
    private final AtomicInteger holders = new AtomicInteger(1);

    /** Gives back the resources of what is leased. */
    @FunctionalInterface
    interface Closing {
        void close() throws Exception;
    }

    Lease(R leased, Closing closing) {
        this.leased = leased;
        this.closing = closing;
    }

    static <TXN> Lease<TransactionCommitter<TXN>> of(TransactionCommitter<TXN> committer) {
        return new Lease<>(committer, committer::close);
    }

    /** What is done with it while it is surely open. */
    @FunctionalInterface
    interface Use<R, V> {
        V with(R leased) throws Exception;
    }

    /** Work for another thread; gives {@code otherwise} if the subtask is gone when it runs. */
    <V> Callable<V> work(V otherwise, Use<R, V> use) {
        return () -> {
            if (!acquire()) {
                return otherwise;
            }
            try {
                return use.with(leased);
            } finally {
                release();
            }
        };
    }

    /** Gives the subtask's hold back; called once. */
    void release() throws Exception {
        if (holders.decrementAndGet() == 0) {
            closing.close();
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
