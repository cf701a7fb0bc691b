package dev.weir.operators.function;

/** Gives a record's key where that is a long, without a box: {@code click -> click.userId()}. */
@FunctionalInterface
public interface LongKeySelector<T> {

    /** The key; the same as a boxed Long would be. */
    long getKey(T record) throws Exception;
}
