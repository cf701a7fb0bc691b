package dev.weir.snapshot.storage;

import java.util.List;

/**
 * How a publication ended.
 *
 * @param subsumed checkpoints that are no longer kept, to be deleted; empty unless published
 */
public record PublishOutcome(Status status, List<CheckpointRef> subsumed) {

    public PublishOutcome {
        subsumed = List.copyOf(subsumed);
    }

    /** What is known of the manifest. */
    public enum Status {
        /** It counts. */
        PUBLISHED,
        /** It does not and never will: a successor has claimed the job. Delete nothing; step down. */
        SUPERSEDED,
        /** It may count or not. Delete, commit and abort nothing; step down. */
        UNKNOWN
    }
}
