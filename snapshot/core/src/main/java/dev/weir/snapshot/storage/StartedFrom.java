package dev.weir.snapshot.storage;

import dev.weir.snapshot.restore.RestoreOptions;

/**
 * What a lineage was started from, and how. Kept in the job's log: before the lineage's first checkpoint recovery does the
 * same again.
 *
 * @param savepoint URI of the folder
 * @param keeping who removes it once it is claimed
 */
public record StartedFrom(String savepoint, Ownership ownership, Keeping keeping, RestoreOptions restore) {

    /** Where a folder belongs. Names are part of the checkpoint format. */
    public enum Keeping {
        /** It is a folder of its own: once claimed it is removed when the run has a checkpoint. */
        APART,
        /** It is one of the job's own checkpoints, which are retained and removed as ever. */
        BY_RETENTION
    }

    /** Whether it becomes one more thing that the job has to remove. */
    boolean isTaken() {
        return ownership == Ownership.CLAIM && keeping == Keeping.APART;
    }
}
