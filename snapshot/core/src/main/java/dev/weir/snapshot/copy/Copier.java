package dev.weir.snapshot.copy;

/** Copies the objects of one class. Thread-safe. */
@FunctionalInterface
public interface Copier<T> {

    /**
     * A deep copy; the object itself where it is immutable throughout.
     *
     * @throws UncopyableException where something in it can't be copied rightly: class, path and remedy named
     */
    T copy(T value);
}
