package dev.weir.engine.operator;

/**
 * What a chain runs. All methods are called by one thread at a time, in this order: {@code open}; then any of
 * {@code process} on its inputs, {@code onWatermark}, {@code beforeIdle}, {@code beforeBarrier} and {@code snapshot},
 * notices; at the natural end {@code finish}; at last {@code close}, once, whenever {@code open} had begun. An operator never blocks unless its
 * node declares a thread of its own. Any Throwable fails the attempt.
 */
public interface Operator<OUT> {

    /** Registers state and timers, reads what is restored. Emits nothing. */
    void open(OperatorContext context, Output<OUT> output) throws Exception;

    /** The input with this index, from 0; asked once after {@code open}. */
    Input<?> input(int index);

    /**
     * The watermark rose. Timers up to it have fired already, and results leave before it.
     *
     * @return the watermark to pass on; {@link Timestamps#NONE} to pass none
     */
    default long onWatermark(long watermark) throws Exception {
        return watermark;
    }

    /** Whether it can take another record, timer or poll; asked before each where it ever says no. */
    default boolean isReady() {
        return true;
    }

    /** The barrier is about to be forwarded: what must stand before it is emitted now. */
    default void beforeBarrier(long checkpointId) throws Exception {}

    /** An idle mark is about to be forwarded: nobody waits for this subtask after it, so what is held back is emitted now. */
    default void beforeIdle() throws Exception {}

    /** Adds the operator's own state to the snapshot; keyed state and timers are frozen by the chain. Must be quick. */
    default void snapshot(SnapshotContext snapshot) throws Exception {}

    /** Checkpoint {@code checkpointId} is complete, and so are all before it, whether or not they were announced. */
    default void onCheckpointComplete(long checkpointId) throws Exception {}

    /** Checkpoint {@code checkpointId} was given up; nothing of it was or will be published. */
    default void onCheckpointAborted(long checkpointId) throws Exception {}

    /** Whether it still has commits under way of what completed checkpoints prepared; the job isn't FINISHED before. */
    default boolean hasPendingCommits() {
        return false;
    }

    /**
     * One step at the end of the input, after the MAX watermark; it may emit.
     *
     * @return true when done, false to be called again
     */
    default boolean finish() throws Exception {
        return true;
    }

    /**
     * Whether {@link #finish} must come once for each subtask. Some subtasks of such an operator may have finished before
     * others; they can't be dealt out anew then, since the hook would run again for what had ended: the restore at another
     * parallelism is refused.
     */
    default boolean hasFinishHook() {
        return FinishHook.isOverridden(getClass(), Operator.class);
    }

    /** Gives resources back. Emits nothing. */
    default void close() throws Exception {}
}
