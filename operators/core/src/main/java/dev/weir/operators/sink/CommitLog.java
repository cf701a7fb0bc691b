package dev.weir.operators.sink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides what one subtask of a sink commits, and when. {@code E} are prepared transactions, in the order of their
 * preparation. Invariants:
 *
 * <ul>
 *   <li>an entry is due once a checkpoint at or after its own is complete, or if it was restored;
 *   <li>an entry that isn't confirmed is held: it belongs into every snapshot;
 *   <li>an aborted round, and a savepoint, change nothing: their entry becomes due with the next completed checkpoint;
 *   <li>a pass lists due entries in their order, and only one pass is under way;
 *   <li>an entry that failed rests until it is to be tried again. What comes due meanwhile doesn't wait for it, unless all
 *       is committed {@link Order#IN_ORDER}.
 * </ul>
 *
 * <p>Plain: no clock, no threads.
 */
final class CommitLog<E> {

    /** What a failed entry means for those after it. */
    enum Order {
        /** Nothing: each is tried. */
        EACH_ALONE,
        /** They wait until it is committed. */
        IN_ORDER
    }

    private record Waiting<E>(long checkpointId, E entry) {}

    private final Order order;
    private final Deque<Waiting<E>> waiting = new ArrayDeque<>();
    private final List<E> due = new ArrayList<>();
    private final Set<E> resting = new HashSet<>();
    private List<E> pass = List.of();

    CommitLog(Order order) {
        this.order = order;
    }

    Order order() {
        return order;
    }

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

    /** Starts a pass: the entries to commit now, in order; empty where there are none or a pass is under way. */
    List<E> startPass() {
        boolean isHeldUp = order == Order.IN_ORDER && !resting.isEmpty();
        if (!pass.isEmpty() || isHeldUp) {
            return List.of();
        }
        pass = due.stream().filter(entry -> !resting.contains(entry)).toList();
        return pass;
    }

    /** The pass is over, and these of its entries are committed; the others failed, stay due, and rest. */
    void endPass(List<? extends E> confirmed) {
        if (pass.isEmpty()) {
            throw new IllegalStateException("a pass ends once: none is under way");
        }
        due.removeAll(confirmed);
        resting.addAll(pass);
        confirmed.forEach(resting::remove);
        pass = List.of();
    }

    /** Whether entries rest that failed. */
    boolean isResting() {
        return !resting.isEmpty();
    }

    /** Those that rest are to be tried again. */
    void retry() {
        resting.clear();
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
