package dev.weir.engine.graph;

/** How the records of an edge find their target subtask. */
public sealed interface Partitioning {

    /** Subtask i to subtask i; equal parallelism. The only edge that can be chained. */
    record Forward() implements Partitioning {}

    /** By key group: through a routing table per key group. */
    record Keyed(KeyExtractor key) implements Partitioning {}

    /** Round robin over all targets. */
    record Rebalance() implements Partitioning {}

    /** Round robin over the targets near the sender: each sender or each receiver has a fixed share of the other side. */
    record Rescale() implements Partitioning {}

    /** A random target per record, from a seeded generator. */
    record Shuffle() implements Partitioning {}

    /** Every record to every target. */
    record Broadcast() implements Partitioning {}

    /** Everything to subtask 0. */
    record Global() implements Partitioning {}

    /** As the user's function says. */
    record Custom(CustomPartitioner partitioner) implements Partitioning {}

    /** Extracts the key of a record. */
    sealed interface KeyExtractor permits ObjectKey, LongKey {}

    /** A key of any class that has a stable hash. */
    non-sealed interface ObjectKey extends KeyExtractor {
        Object keyOf(Object record) throws Exception;
    }

    /** A key that is a long, without its box; the same keys, hashes and groups as a boxed Long. */
    non-sealed interface LongKey extends KeyExtractor {
        long keyOf(Object record) throws Exception;
    }

    /** A user's partitioner. */
    @FunctionalInterface
    interface CustomPartitioner {
        /** The target's index in {@code [0, targets)}. */
        int targetOf(Object record, int targets) throws Exception;
    }
}
