package dev.weir.operators.window;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.operators.process.ResultCollector.Ownership;

/** What happens to a window's result when it fires. Used by the subtask's thread. */
interface WindowEmitter<R, OUT> {

    /**
     * Before the first window fires.
     *
     * @param ownership whether the window goes on holding the result after it has fired
     */
    void open(OperatorContext context, Output<OUT> output, Ownership ownership) throws Exception;

    /** The window of the current key fires. */
    void emit(long windowStart, long windowEnd, R result) throws Exception;

    /** The input has ended. */
    default void finish() throws Exception {}

    /** Whether the user's function has a finish hook. */
    default boolean hasFinishHook() {
        return false;
    }

    /** Closes the user's function. */
    default void close() throws Exception {}
}
