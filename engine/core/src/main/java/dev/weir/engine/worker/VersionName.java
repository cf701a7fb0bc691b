package dev.weir.engine.worker;

/**
 * Names a checkpoint: an id alone may be that of another run, from which a run was started.
 *
 * @param lineage the run that took it
 */
public record VersionName(String lineage, long checkpointId) {}
