package dev.weir.engine.source;

import dev.weir.engine.operator.AsyncHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** What an enumerator may ask for; its own thread only. */
public interface EnumeratorContext<S extends Split> {

    /** How many readers there are. */
    int parallelism();

    /**
     * Gives splits to a reader. No splits at all say that there are none for it at present: event time doesn't wait for a
     * reader that has nothing to read and was told so.
     */
    void assign(int subtaskIndex, List<S> splits);

    /** Tells a reader that nothing more comes. */
    void noMoreSplits(int subtaskIndex);

    /** Runs blocking work on another thread; the handler runs back in the enumerator. */
    <R> void callAsync(Callable<R> work, AsyncHandler<R> handler);

    /** The same, again and again, {@code period} after the last handler has returned. */
    <R> void callPeriodically(Duration period, Callable<R> work, AsyncHandler<R> handler);
}
