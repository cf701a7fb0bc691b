package dev.weir.snapshot.state;

/** Combines two elements into one of the same type. Must be associative. */
@FunctionalInterface
public interface ReduceFunction<T> {

    T reduce(T left, T right) throws Exception;
}
