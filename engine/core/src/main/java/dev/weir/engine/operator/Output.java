package dev.weir.engine.operator;

/**
 * Where an operator emits. Called by the subtask's thread only, while the operator is being called. A failure further
 * down the chain comes out as an unchecked exception; swallowing it does not save the attempt.
 */
public interface Output<T> {

    /**
     * Hands a record on.
     *
     * @param timestamp event time in ms; {@link Timestamps#NONE} where there is none
     */
    void emit(T record, long timestamp);
}
