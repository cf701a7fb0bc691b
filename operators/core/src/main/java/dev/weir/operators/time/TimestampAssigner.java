package dev.weir.operators.time;

/** Says when a record happened. */
@FunctionalInterface
public interface TimestampAssigner<T> {

    /**
     * The record's event time in ms since the epoch, negative before it. Called by the subtask's thread, once per record.
     *
     * @param previous the timestamp the record has already, from its source, say; {@code Long.MIN_VALUE} where it has none
     * @return any value but {@code Long.MIN_VALUE}, which stands for "no timestamp" and fails the job
     */
    long timestampOf(T record, long previous);
}
