package dev.weir.snapshot.plugin;

import dev.weir.snapshot.backend.KeyedStateBackend;
import java.io.IOException;

/** Makes the keyed state of a job's operators in one process. Thread-safe; what it makes is used by one thread each. */
public interface StateBackend extends AutoCloseable {

    /** The name that settings and checkpoints know it by: {@code heap}. */
    String name();

    /**
     * The keyed state of one operator in one subtask. It is closed by its owner, in any order with {@link #close}.
     *
     * @throws IOException where what is restored can't be read, or local disk can't be used: place named
     */
    KeyedStateBackend open(KeyedStateSpec spec) throws IOException;

    @Override
    void close();
}
