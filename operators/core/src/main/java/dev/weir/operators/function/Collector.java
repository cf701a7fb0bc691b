package dev.weir.operators.function;

/** Takes the results of a function that may have none or many. Used only while the function is being called. */
public interface Collector<T> {

    /**
     * Emits a record with the timestamp of the input it stems from.
     *
     * @throws NullPointerException for a null record, naming the operator
     */
    void collect(T record);
}
