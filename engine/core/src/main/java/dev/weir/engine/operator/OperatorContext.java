package dev.weir.engine.operator;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.operator.OperatorStates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What an operator may ask for. Used by the subtask's thread only. */
public interface OperatorContext {

    String jobName();

    /** The run's lineage: new with every start by a person, kept by recovery. */
    String lineage();

    /** The run whose savepoint this one has claimed; empty where it has claimed none. */
    default Optional<ClaimedRun> claimedRun() {
        return Optional.empty();
    }

    String uid();

    String operatorName();

    /** From 0. */
    int subtaskIndex();

    int parallelism();

    int maxParallelism();

    /** The execution attempt: rises with every restart, also over processes and coordinators; not without gaps. */
    long attempt();

    /** The keyed state. @throws IllegalStateException where the input isn't keyed, with the remedy */
    KeyedStateBackend keyedState();

    /** The timers; the operator must be a {@link TimerHandler}. @throws IllegalStateException where the input isn't keyed */
    OperatorTimers timers();

    /**
     * The state that belongs to no key and that the operator's user declares; it is snapshotted and restored by the chain.
     *
     * @throws IllegalStateException where the operator has no name of its own, with the remedy
     */
    OperatorStates operatorStates();

    /** Elements of the operator's own state given to this subtask on restore; empty where nothing is restored. */
    List<byte[]> restoredState(String name);

    /** Whether the attempt started from a checkpoint that knows this operator. */
    boolean isRestored();

    /** The operator's watermark; {@link Timestamps#NONE} before the first. */
    long currentWatermark();

    /** Wall-clock time in ms since the epoch. */
    long processingTimeMillis();

    /** Monotonic time. */
    long nanoTime();

    /** Where a side output is emitted; records go nowhere when nothing reads it. */
    <S> Output<S> sideOutput(OutputTag<S> tag);

    /** A copy of a record if its class is mutable, else the record itself. */
    <T> T copyIfMutable(T record);

    /**
     * Runs blocking work on another thread; the handler runs back in the subtask, unless the attempt is gone by then.
     */
    default <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
        callAsyncAfter(Duration.ZERO, work, handler);
    }

    /** As {@link #callAsync}, but begins only when the delay is over; until then no thread is held. */
    <R> void callAsyncAfter(Duration delay, Callable<R> work, AsyncHandler<R> handler);

    /** A counter under the operator's name; one writer. */
    Counter counter(String name);

    /** A number that only its operator raises. */
    final class Counter {
        private long count;

        public void add(long n) {
            count += n;
        }

        public long count() {
            return count;
        }
    }
}
