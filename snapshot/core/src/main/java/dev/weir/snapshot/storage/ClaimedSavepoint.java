package dev.weir.snapshot.storage;

/**
 * A savepoint that belongs to the job since one of its runs claimed it.
 *
 * @param uri of its folder
 * @param lineage the run that claimed it
 */
public record ClaimedSavepoint(String uri, String lineage) {}
