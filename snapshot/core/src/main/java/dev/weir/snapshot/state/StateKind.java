package dev.weir.snapshot.state;

/** The kinds of keyed state. Names are part of the checkpoint format: never rename one. */
public enum StateKind {
    VALUE,
    LONG,
    LIST,
    MAP,
    REDUCING,
    AGGREGATING,
    /** Timers; no user state. */
    TIMER
}
