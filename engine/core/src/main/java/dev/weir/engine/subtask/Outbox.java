package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import java.time.Duration;
import java.util.concurrent.Callable;

/** What a subtask asks of the world around it. Every method returns at once. */
public interface Outbox {

    /** Sends an element on a channel; in order per channel. */
    void send(SubtaskId receiver, int channelAtReceiver, Element element);

    /** Tells a sender how far it may go on the channel of this edge that leads here. */
    void grant(SubtaskId sender, int edge, long upTo);

    /** Asks for {@link Subtask#run} to be called once, soon, after what has already arrived. */
    void requestSlice();

    /** Asks for {@link Subtask#run} to be called at this monotonic time, or a little later; an earlier wish may be dropped. */
    void wakeAt(long nanoTime);

    /** Writes a snapshot on another thread; the answer is {@link Subtask#onSnapshotWritten} or {@code onSnapshotFailed}. */
    void writeSnapshot(PendingSnapshot snapshot);

    /**
     * Runs blocking work on another thread once the delay is over; the answer is {@link Subtask#onAsyncDone} with the token.
     */
    void runAsync(long token, Duration delay, Callable<?> work);

    void report(SubtaskReport report);

    /** A slice that should take a millisecond took this long: user code blocks a thread that others share. */
    void warnOfSlowSlice(String operators, long nanos);

    /** Has {@link Subtask#onSourceWoken} called soon; the one method that any thread may call. */
    void wakeSource();
}
