package dev.weir.snapshot.state;

import java.util.List;

/** A list per key. Nulls are refused, whole call, with the state's name. */
public interface ListState<T> extends State {

    /** The elements in order; an empty iterable where there are none, never null. */
    Iterable<T> get();

    void add(T element);

    void addAll(List<? extends T> elements);

    /** Replaces the list; an empty one clears. */
    void update(List<? extends T> elements);
}
