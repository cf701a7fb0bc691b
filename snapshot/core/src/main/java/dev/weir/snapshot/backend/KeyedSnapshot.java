package dev.weir.snapshot.backend;

import java.io.IOException;

/** A frozen view of a backend. Written once, by any one thread, then released. */
public interface KeyedSnapshot {

    /** Pushes everything: state by state, key groups in rising order, empty groups left out. */
    void writeTo(KeyedStateSink sink) throws IOException;

    /** Lets go of what was frozen; idempotent. */
    void release();
}
