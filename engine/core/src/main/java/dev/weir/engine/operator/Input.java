package dev.weir.engine.operator;

/** One input of an operator. */
public interface Input<T> {

    /**
     * Takes one record. On a keyed input the current key is set.
     *
     * @param timestamp event time in ms; {@link Timestamps#NONE} where there is none
     */
    void process(T record, long timestamp) throws Exception;
}
