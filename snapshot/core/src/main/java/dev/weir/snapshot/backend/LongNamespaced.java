package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.State;

/** A state kept per key and long namespace. */
public interface LongNamespaced<S extends State> {

    /** Binds the handle to a namespace and returns it: always the same handle. */
    S at(long namespace);
}
