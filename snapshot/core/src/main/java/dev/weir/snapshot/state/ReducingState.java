package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/** A value per key into which elements are reduced as they are added. */
public interface ReducingState<T> extends State {

    /** The reduced value; null where nothing was added. */
    @Nullable
    T get();

    void add(T element);
}
