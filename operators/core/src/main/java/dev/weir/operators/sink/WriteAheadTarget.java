package dev.weir.operators.sink;

import java.util.List;
import java.util.Optional;

/**
 * An outside system without transactions that can be prepared, as one subtask of a {@link WriteAheadSink} uses it. A
 * target that is made in {@code define} belongs to one subtask; one that is captured from outside is used by several, at
 * the same time.
 *
 * <pre>{@code
 * final class OrdersTable implements WriteAheadTarget<Order> {
 *     public void write(BatchToken token, List<Order> orders) throws SQLException {
 *         // in one local transaction: the rows, and a row with the token in a table where it is the primary key
 *     }
 *     public Optional<Boolean> isWritten(BatchToken token) throws SQLException {
 *         return Optional.of(hasRow("select 1 from batches where token = ?", token.toString()));
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface WriteAheadTarget<T> {

    /** Gets ready; called once by the subtask's thread, before anything else. */
    default void open(SinkContext context) throws Exception {}

    /**
     * Writes a batch; when it returns, the batch is safely there. Called for one batch at a time, in order, by another
     * thread than the subtask's; may block. If it throws, it is called again with the same batch, later.
     *
     * @param records at least one, in the order they came
     */
    void write(BatchToken token, List<T> records) throws Exception;

    /**
     * Whether a batch was written, asked before it is written again: after a restart, or after a write that threw. A target
     * that can tell keeps a marker, written at one stroke with the batch, and refuses a second one of the same token.
     *
     * @return empty where it can't tell: then the batch is written again
     */
    default Optional<Boolean> isWritten(BatchToken token) throws Exception {
        return Optional.empty();
    }

    /** Gives resources back; after the last write has ended. */
    default void close() throws Exception {}
}
