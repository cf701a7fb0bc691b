package dev.weir.snapshot.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes and reads values of one class that Weir can't store by itself, or not as they should be: in state, in operator state
 * and on the way between subtasks, wherever they are within other values. Keys aren't written by it. Found by {@link
 * java.util.ServiceLoader} with the class loader of the job, or that of the values' class.
 *
 * <p>Its id and version are stored beside the values: a restore without a serializer of that id, or with one of an older
 * version, is refused before the job starts. Thread-safe: one object serves all threads. Where a mutable value of the class
 * can't be copied otherwise, it is copied by being written and read.
 */
public interface ValueSerializer<T> {

    /** Whose values it takes: those of exactly this class, no subclass. It has no type parameters that matter. */
    Class<T> type();

    /** What it is known by in what is stored; never changed, whatever becomes of the class's name. */
    String id();

    /** The version of what it writes, from 1; raised when that changes. */
    int version();

    /**
     * Appends a value, which isn't null. All that is written belongs to the value.
     *
     * @throws IOException where the value can't be stored: whoever stores it fails with that message, and the path to it
     */
    void write(T value, DataOutput out) throws IOException;

    /**
     * Reads exactly what was written of a value: to read less or more is an error.
     *
     * @param version that it was written by, not above {@link #version()}
     * @return an equal value; not null
     */
    T read(int version, DataInput in) throws IOException;
}
