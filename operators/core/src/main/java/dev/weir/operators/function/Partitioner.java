package dev.weir.operators.function;

/** Chooses the subtask for a key: {@code (key, targets) -> Math.floorMod(key, targets)}. */
@FunctionalInterface
public interface Partitioner<K> {

    /** The target's index in {@code [0, targets)}; anything else fails the attempt. */
    int partition(K key, int targets) throws Exception;
}
