package dev.weir.operators.sink.file;

import dev.weir.operators.sink.SinkContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs a writer's blocking work on other threads, one piece at a time and in order, so that a file is closed after it was
 * last forced. The first failure is final: a disk that didn't take something is never asked again as if it had. Its own
 * methods run in the subtask's thread.
 */
final class SyncLane {

    private final SinkContext context;
    private final Deque<Step<?>> steps = new ArrayDeque<>();
    private @Nullable Throwable failure;

    private record Step<R>(Callable<R> work, CompletableFuture<@Nullable R> result) {}

    SyncLane(SinkContext context) {
        this.context = context;
    }

    /** The stage ends in the subtask's thread. */
    <R> CompletionStage<R> run(Callable<R> work) {
        CompletableFuture<R> result = new CompletableFuture<>();
        if (failure != null) {
            result.completeExceptionally(failure);
            return result;
        }
        steps.add(new Step<>(work, result));
        if (steps.size() == 1) {
            start(steps.getFirst());
        }
        return result;
    }

    /** How many pieces aren't done. */
    int pending() {
        return steps.size();
    }

    private <R> void start(Step<R> step) {
        context.callAsync(step.work(), (result, thrown) -> {
            if (thrown != null) {
                fail(thrown);
                throw new IllegalStateException("parts must be made durable: " + thrown, thrown);
            }
            steps.removeFirst();
            step.result().complete(result);
            if (!steps.isEmpty()) {
                start(steps.getFirst());
            }
        });
    }

    private void fail(Throwable thrown) {
        failure = thrown;
        steps.forEach(step -> step.result().completeExceptionally(thrown));
        steps.clear();
    }
}
