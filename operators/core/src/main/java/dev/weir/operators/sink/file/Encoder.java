package dev.weir.operators.sink.file;

/**
 * Writes a record as bytes, separators included. Called for every record by the subtask's thread; one instance may serve
 * several subtasks, so it keeps nothing between calls.
 */
@FunctionalInterface
public interface Encoder<T> {

    /**
     * Appends the record's bytes. What it throws fails the attempt; nothing of the record gets into a committed file.
     *
     * @param out valid during the call only
     */
    void encode(T record, EncoderOutput out) throws Exception;
}
