package dev.weir.snapshot.storage;

/**
 * Who has claimed a savepoint. It is put into the savepoint's folder once, so that of two claims one is refused.
 *
 * @param jobId the job that owns the savepoint
 * @param storage where that job's log is
 * @param lineage the run that claimed it
 */
public record SavepointClaim(String jobId, String storage, String lineage) {

    /** Whether it is a claim of the same job. */
    boolean isOfJob(SavepointClaim other) {
        return jobId.equals(other.jobId) && storage.equals(other.storage);
    }
}
