package dev.weir.snapshot.storage;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * One slot of a job's log.
 *
 * @param epoch the coordinator that wrote it
 * @param nonce unlike any other entry's, so that a writer knows its own again
 * @param full the whole live state after this entry; in every 100th slot
 */
record LogEntry(
        long seq,
        long epoch,
        String nonce,
        Change change,
        @Nullable LogState full) {

    /** What an entry changes. Names are part of the checkpoint format. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Claimed.class, name = "claim"),
        @JsonSubTypes.Type(value = Reserved.class, name = "reserve"),
        @JsonSubTypes.Type(value = Published.class, name = "publish"),
        @JsonSubTypes.Type(value = SavepointPublished.class, name = "savepoint"),
        @JsonSubTypes.Type(value = SavepointDiscarded.class, name = "discard"),
        @JsonSubTypes.Type(value = CheckpointsDropped.class, name = "drop"),
        @JsonSubTypes.Type(value = ClaimReleased.class, name = "release"),
        @JsonSubTypes.Type(value = LineageSet.class, name = "lineage"),
        @JsonSubTypes.Type(value = JobStateSet.class, name = "job-state")
    })
    sealed interface Change {}

    /** A coordinator claims the entry's epoch. */
    record Claimed() implements Change {}

    /** Checkpoint ids {@code [first, first + count)} are given to the entry's epoch. */
    record Reserved(long first, int count) implements Change {}

    /**
     * A manifest counts from here on.
     *
     * @param retained how many checkpoints are kept, this one included
     */
    record Published(CheckpointRef ref, int retained) implements Change {}

    /** A savepoint counts from here on, and stays. */
    record SavepointPublished(CheckpointRef ref, SavepointRole role) implements Change {}

    /** A savepoint counts no more; its files may go. */
    record SavepointDiscarded(long checkpointId) implements Change {}

    /** No checkpoint is kept from here on; their files may go. Savepoints stay. */
    record CheckpointsDropped() implements Change {}

    /**
     * The job runs under this lineage from here on.
     *
     * @param from the savepoint that the lineage was started from; null for none
     */
    record LineageSet(
            String lineage,
            @Nullable String parent,
            @Nullable StartedFrom from) implements Change {}

    /** A savepoint that was claimed is gone. */
    record ClaimReleased(ClaimedSavepoint claimed) implements Change {}

    /** The job's state, as the coordinator names it. */
    record JobStateSet(String state) implements Change {}
}
