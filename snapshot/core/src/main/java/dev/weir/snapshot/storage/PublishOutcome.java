package dev.weir.snapshot.storage;

/** What is known of a publication. */
public enum PublishOutcome {
    /** The log's slot names the manifest: it is durable, and counts. */
    PUBLISHED,
    /** Nothing was written to the log, and nothing will be: the round failed. {@link JobStore#publish} throws instead. */
    NOT_PUBLISHED,
    /** The slot is a successor's: the manifest does not count and never will. Delete nothing; step down. */
    SUPERSEDED,
    /** It may count or not. Delete, commit and abort nothing; step down. */
    UNKNOWN
}
