package dev.weir.operators.function;

/**
 * The life cycle every function may have. {@code open} is called once before the first record, {@code close} once after
 * the last, also after a failure, whenever {@code open} had begun. All calls come from the subtask's thread. Every
 * function interface extends it, so a lambda needs neither and a class may override both:
 *
 * <pre>{@code
 * final class Enrich implements MapFunction<String, String> {
 *     private int subtask;
 *     public void open(RuntimeContext context) { subtask = context.subtaskIndex(); }
 *     public String map(String line) { return subtask + ": " + line; }
 * }
 * }</pre>
 */
public interface RichFunction {

    /** Prepares the function; an exception fails the attempt. */
    default void open(RuntimeContext context) throws Exception {}

    /**
     * The input has ended for good and its last record, timer and window have been handled; not called when a job is
     * canceled or fails. Emits nothing. Not called again where the function had finished before a restored checkpoint.
     */
    default void finish() throws Exception {}

    /** Gives resources back; an exception here never hides the failure that led to it. */
    default void close() throws Exception {}
}
