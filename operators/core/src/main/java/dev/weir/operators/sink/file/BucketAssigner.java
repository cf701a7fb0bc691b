package dev.weir.operators.sink.file;

import java.time.ZoneId;

/**
 * Says which bucket a record goes to: a folder below the sink's folder. Called for every record by the subtask's thread;
 * one instance may serve several subtasks. Giving the same String again for the same bucket is fastest.
 */
@FunctionalInterface
public interface BucketAssigner<T> {

    /**
     * The bucket as a relative path with {@code /} between its parts, such as {@code country=de/2024-05-01}; the empty
     * one is the sink's folder itself. A path that leaves the folder fails the attempt.
     *
     * @param timestamp the record's event time in ms; {@link dev.weir.engine.operator.Timestamps#NONE} without one
     */
    String bucketOf(T record, long timestamp) throws Exception;

    /** Everything into the sink's folder itself. */
    static <T> BucketAssigner<T> single() {
        return (record, timestamp) -> "";
    }

    /**
     * By event time, such as {@code byEventTime("yyyy-MM-dd/HH", ZoneOffset.UTC)}. A record without a timestamp fails the
     * attempt.
     *
     * @param pattern as for {@link java.time.format.DateTimeFormatter}
     * @throws IllegalArgumentException where the pattern is none
     */
    static <T> BucketAssigner<T> byEventTime(String pattern, ZoneId zone) {
        return new EventTimeBuckets<>(pattern, zone);
    }
}
