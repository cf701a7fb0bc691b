package dev.weir.operators.sink;

import java.util.Set;

/**
 * Which transactions of an outside system nobody will ever commit: those of a lineage and sink, opened by older
 * attempts in the subtasks this one is responsible for, and not waiting for their commit. A subtask answers for all old
 * indices that are equal to its own modulo the parallelism, so those above a lowered parallelism have an owner too.
 *
 * @param lineage the run's own, or that of the run whose savepoint it has claimed
 * @param sinkUid what the sink is called in that run
 * @param attempt the current attempt; only older ones leave leftovers
 * @param waiting transactions that will still be committed
 */
public record Leftovers(
        String lineage, String sinkUid, int subtask, int parallelism, long attempt, Set<TransactionId> waiting) {

    public Leftovers {
        waiting = Set.copyOf(waiting);
    }

    /** Whether the transaction is to be aborted. */
    public boolean include(TransactionId id) {
        return id.lineage().equals(lineage)
                && id.sinkUid().equals(sinkUid)
                && id.subtask() % parallelism == subtask
                && id.attempt() < attempt
                && !waiting.contains(id);
    }
}
