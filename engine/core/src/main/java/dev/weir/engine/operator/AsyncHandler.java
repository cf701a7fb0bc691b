package dev.weir.engine.operator;

import org.jspecify.annotations.Nullable;

/** Takes the outcome of asynchronous work, in the subtask's thread. */
@FunctionalInterface
public interface AsyncHandler<R> {

    /**
     * Called once per piece of work.
     *
     * @param failure null where the work succeeded; {@code result} is then what it returned
     */
    void onDone(@Nullable R result, @Nullable Throwable failure) throws Exception;
}
