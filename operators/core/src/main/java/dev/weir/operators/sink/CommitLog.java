package dev.weir.operators.sink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Decides what one subtask of a sink commits, and when. {@code E} are prepared transactions, in the order of their
 * preparation. Invariants:
 *
 * <ul>
 *   <li>an entry is due once a checkpoint at or after its own is complete, or if it was restored;
 *   <li>an entry that isn't confirmed is held: it belongs into every snapshot;
 *   <li>an aborted round changes nothing: its entry becomes due with the next completed one;
 *   <li>a pass lists the due entries in their order, and only one pass is under way; an entry that failed is first in the
 *       next pass, and the others of its pass were tried nevertheless.
 * </ul>
 *
 * <p>Plain: no clock, no threads.
 */
final class CommitLog<E> {

    private record Waiting<E>(long checkpointId, E entry) {}

    private final Deque<Waiting<E>> waiting = new ArrayDeque<>();
    private final List<E> due = new ArrayList<>();
    private boolean passUnderWay;

    /** Takes what the restored checkpoint prepared, in the order of preparation; before anything else. */
    void restore(List<? extends E> entries) {
        due.addAll(entries);
    }

    /** A transaction was prepared for a checkpoint. Ids rise, but needn't be consecutive. */
    void prepared(long checkpointId, E entry) {
        if (!waiting.isEmpty() && waiting.getLast().checkpointId() >= checkpointId) {
            throw new IllegalStateException("checkpoint ids rise from barrier to barrier: prepared "
                    + waiting.getLast().checkpointId() + ", then " + checkpointId);
        }
        waiting.add(new Waiting<>(checkpointId, entry));
    }

    /** The checkpoint and all before it are complete; may come late, twice and in any order. */
    void completed(long checkpointId) {
        while (!waiting.isEmpty() && waiting.getFirst().checkpointId() <= checkpointId) {
            due.add(waiting.removeFirst().entry());
        }
    }

    /** Starts a pass: the entries to commit now, in order; empty where nothing is due or a pass is under way. */
    List<E> startPass() {
        if (passUnderWay || due.isEmpty()) {
            return List.of();
        }
        passUnderWay = true;
        return List.copyOf(due);
    }

    /** The pass is over, and these of its entries are committed; the rest of it failed and stays due. */
    void endPass(List<? extends E> confirmed) {
        if (!passUnderWay) {
            throw new IllegalStateException("a pass ends once: none is under way");
        }
        passUnderWay = false;
        due.removeAll(confirmed);
    }

    /** Everything prepared and not confirmed, in order: what a snapshot taken now must hold. */
    List<E> held() {
        List<E> all = new ArrayList<>(due);
        waiting.forEach(entry -> all.add(entry.entry()));
        return all;
    }

    /** Whether something is due that isn't confirmed. */
    boolean hasDue() {
        return !due.isEmpty();
    }
}
