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
    COMMIT,
    CLOSE,
    ENUMERATOR
}
