package dev.weir.engine.enumeration;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import java.time.Duration;
import java.util.concurrent.Callable;

/** What an enumerator's host asks of the world around it. Every method returns at once. */
public interface EnumeratorOutbox {

    /** In order per reader, together with triggers. */
    void order(SubtaskId reader, SubtaskOrder order);

    /**
     * Runs blocking work on another thread, after a delay; the answer is {@link EnumeratorHost#onAsyncDone}.
     *
     * @param source the source's uid
     */
    void runAsync(String source, long token, Duration delay, Callable<?> work);
}
