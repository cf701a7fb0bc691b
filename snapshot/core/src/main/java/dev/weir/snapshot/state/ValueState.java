package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/** One value per key. */
public interface ValueState<T> extends State {

    /** The value, or the descriptor's default, or null where there is neither. */
    @Nullable
    T value();

    /** Stores the value; null clears. */
    void update(@Nullable T value);
}
