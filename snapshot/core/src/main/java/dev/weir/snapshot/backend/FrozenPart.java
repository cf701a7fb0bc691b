package dev.weir.snapshot.backend;

import java.io.IOException;

/** A part of a frozen view: one state, or the timers under one name. */
interface FrozenPart {

    /** Pushes {@code state (keyGroup entry*)*}; any thread. */
    void writeTo(KeyedStateSink sink) throws IOException;
}
