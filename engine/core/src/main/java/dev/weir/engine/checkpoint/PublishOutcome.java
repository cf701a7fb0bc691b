package dev.weir.engine.checkpoint;

/** What is known of a publication. */
public enum PublishOutcome {
    /** The log's slot names the manifest: it is durable. */
    PUBLISHED,
    /** Nothing was written to the log, and nothing will be. */
    NOT_PUBLISHED,
    /** The slot belongs to another coordinator. */
    SUPERSEDED,
    /** Neither is known. */
    UNKNOWN
}
