package dev.weir.engine.operator;

/** What a snapshot is taken for. */
public enum SnapshotKind {
    /** To recover from. */
    CHECKPOINT,
    /** Asked for by a person while the job goes on: no recovery point, and it commits nothing. */
    SAVEPOINT,
    /** The last of a job that is stopped and may be resumed from it; a recovery point once it is published. */
    STOP,
    /** The last of a job whose event time was brought to its end first; a recovery point once it is published. */
    DRAIN;

    /** Whether a person keeps it: always aligned, without records under way, in a folder of its own. */
    public boolean isSavepoint() {
        return this != CHECKPOINT;
    }

    /** Whether the job ends with it. */
    public boolean endsJob() {
        return this == STOP || this == DRAIN;
    }
}
