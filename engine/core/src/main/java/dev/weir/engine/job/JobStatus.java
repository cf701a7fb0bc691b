package dev.weir.engine.job;

/** What a job is doing, for people and for the job's record. Names are part of the storage format. */
public enum JobStatus {
    CREATED,
    /** An attempt is being deployed, opened and restored. */
    SCHEDULED,
    RUNNING,
    /** An attempt has failed and is being stopped. */
    FAILING,
    /** Waiting to start the next attempt. */
    RESTARTING,
    CANCELING,
    /** Everything is committed; subtasks are being closed. */
    FINISHING,
    FINISHED,
    CANCELED,
    FAILED,
    /** Given up by this coordinator only: another owns the job, or may own it. */
    SUSPENDED;

    public boolean isTerminal() {
        return this == FINISHED || this == CANCELED || this == FAILED || this == SUSPENDED;
    }
}
