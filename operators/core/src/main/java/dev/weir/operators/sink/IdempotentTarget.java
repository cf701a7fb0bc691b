package dev.weir.operators.sink;

import java.util.List;

/**
 * An outside system in which a record replaces the one before of its key, as one subtask of an {@link IdempotentSink} uses
 * it. A target that is made in {@code define} belongs to one subtask; one that is captured from outside is used by several.
 *
 * <p>A write that is under way when an attempt fails may still arrive after the next attempt's writes of the same key, and
 * would leave the older value there. A target that can compare puts {@link SinkContext#attempt()} into each row, and lets no
 * lower attempt replace a higher one's; another bounds the time of its requests and keeps the restart's delay above it.
 *
 * <pre>{@code
 * final class TotalsTable implements IdempotentTarget<Total> {
 *     public void upsert(List<Total> totals) throws SQLException {
 *         // insert into totals values (?, ?), … on conflict (user_id) do update set total = excluded.total
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface IdempotentTarget<T> {

    /** Gets ready; called once by the subtask's thread, before anything else. */
    default void open(SinkContext context) throws Exception {}

    /**
     * Writes records; when it returns, they are safely there. Called by other threads than the subtask's, several at a time;
     * may block. If it throws, it is called again with the same records, later.
     *
     * @param records at least one; no two of the same key, and none of a key that another call has at this time
     */
    void upsert(List<T> records) throws Exception;

    /** Gives resources back; after the last write has ended. */
    default void close() throws Exception {}
}
