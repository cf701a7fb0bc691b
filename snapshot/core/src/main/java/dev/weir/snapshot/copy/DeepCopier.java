package dev.weir.snapshot.copy;

/**
 * What compiled copiers implement. Public only because they live in the packages of the classes they copy; not to be used
 * elsewhere.
 */
@FunctionalInterface
public interface DeepCopier {

    /**
     * A deep copy; the object itself where it is immutable throughout.
     *
     * @param depth how deep in the record the object is, from 0
     */
    Object copy(Object value, int depth);
}
