package dev.weir.operators.source;

/**
 * Makes the record of an index: {@code index -> new Click(index % 1_000, index)}. The same index always gives an equal
 * record, in every subtask and after every restart: nothing else makes a generated stream replayable.
 */
@FunctionalInterface
public interface GeneratorFunction<T> {

    /**
     * The record; never null.
     *
     * @param index from 0
     */
    T generate(long index) throws Exception;
}
