package dev.weir.snapshot.format;

/**
 * Where a subtask's snapshot goes. File names are made of all of it, so that no two attempts write one name.
 *
 * @param chain the chain's id in the plan
 * @param index the subtask's index, from 0
 * @param parallelism the chain's parallelism
 * @param maxParallelism of the chain's operators
 */
public record SnapshotTarget(
        long checkpointId, long epoch, long attempt, int chain, int index, int parallelism, int maxParallelism) {}
