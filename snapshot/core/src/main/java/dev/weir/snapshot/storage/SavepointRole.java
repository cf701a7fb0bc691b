package dev.weir.snapshot.storage;

/** What a savepoint is to its job. Names are part of the checkpoint format. */
public enum SavepointRole {
    /** A copy for people: recovery never looks at it. */
    COPY,
    /** The job was to end with it: until a newer checkpoint completes, recovery restores it. */
    RECOVERY_POINT
}
