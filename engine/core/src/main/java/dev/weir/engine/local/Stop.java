package dev.weir.engine.local;

/** How a job is stopped so that it can be resumed from its savepoint. */
public enum Stop {
    /** Sources stop where they are; nothing fires at the end. */
    SAVEPOINT,
    /** Event time is brought to its end first: all windows and event-time timers fire. For a job that won't be resumed. */
    DRAIN
}
