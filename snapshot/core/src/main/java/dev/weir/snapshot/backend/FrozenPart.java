package dev.weir.snapshot.backend;

import java.io.IOException;

/** A part of a frozen view: one state, or the timers under one name. */
interface FrozenPart {

    StateMeta meta();

    /** Pushes {@code state (keyGroup entry*)*}; any thread. */
    void writeTo(KeyedStateSink sink) throws IOException;

    /** Roughly what it takes in memory, in bytes. */
    long heapBytes();
}
