package dev.weir.samples.peers.common;

/**
 * The checkpoints completed while a job ran.
 *
 * @param count how many
 * @param meanMillis from the first snapshot to the notice of completion, on average; 0 when there were none
 */
public record CheckpointFigures(long count, double meanMillis) {}
