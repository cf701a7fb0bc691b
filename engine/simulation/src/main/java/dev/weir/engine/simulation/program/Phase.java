package dev.weir.engine.simulation.program;

/** Where user code can throw. */
public enum Phase {
    OPEN,
    POLL,
    PROCESS,
    TIMER,
    SNAPSHOT,
    PREPARE,
    NOTICE,
    /** After a transaction was prepared, before the sink knows it. */
    PREPARED,
    COMMIT,
    /** After a commit, before the sink knows it. */
    COMMITTED,
    CLOSE,
    ENUMERATOR
}
