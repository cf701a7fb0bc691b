package dev.weir.engine.job;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Runs blocking work on an executor, one piece after the other, in the order it was handed in. One owner. */
final class SerialQueue {

    private final Executor executor;
    private CompletableFuture<?> last = CompletableFuture.completedFuture(Boolean.TRUE);

    SerialQueue(Executor executor) {
        this.executor = executor;
    }

    /** Queues work; a piece that throws doesn't keep the next from running. */
    <T> CompletionStage<T> run(Callable<T> work) {
        CompletableFuture<T> next = last.handleAsync((ignored, failure) -> call(work), executor);
        last = next;
        return next;
    }

    private static <T> T call(Callable<T> work) {
        try {
            return work.call();
        } catch (Throwable thrown) {
            throw new CompletionException(thrown);
        }
    }
}
