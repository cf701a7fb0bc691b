package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeoutException;

/**
 * What a source is told, in the order in which it is told: splits assigned after a checkpoint's trigger belong to the
 * enumerator's part of it, so they wait behind it. A source takes its snapshot between two steps, also while it waits for
 * credit.
 *
 * <p>Invariants: behind the barrier of a snapshot that ends the job no record is emitted, unless that round is given up.
 * No checkpoint has the end that a drain brought to a source ahead of its data, except that drain's own: when that is
 * given up the source fails, so that the attempt starts again from before it.
 *
 * <p>A stopped source hears of its round's end by a message, which may be lost. So once the round's time is over it declines
 * the checkpoint, again and again: a round given up answers that with its end, one that is published ends the job.
 */
final class SourceOrders {

    private static final long NONE = -1;

    private final ArrayDeque<SubtaskOrder> waiting = new ArrayDeque<>();
    private final SourceHead source;
    private final SnapshotTaker taker;
    private final EventTime time;
    private final Ending ending;

    /** The checkpoint the job is stopped with. */
    private long stoppedWith = NONE;

    /** When word of that checkpoint is overdue; meaningless while it isn't stopped. */
    private long overdueAtNanos;

    /** The drain that has ended the source ahead of its data. */
    private long drainedFor = NONE;

    SourceOrders(SourceHead source, SnapshotTaker taker, EventTime time, Ending ending) {
        this.source = source;
        this.taker = taker;
        this.time = time;
        this.ending = ending;
    }

    void add(SubtaskOrder order) {
        waiting.add(order);
    }

    /** Whether it emits nothing for now, neither records nor watermarks. */
    boolean isStopped() {
        return stoppedWith != NONE;
    }

    /** When {@link #onTime} is to be called; only while it is stopped. Monotonic time. */
    long overdueAtNanos() {
        return overdueAtNanos;
    }

    /** Time has passed. */
    void onTime(long nowNanos) {
        if (isStopped() && overdueAtNanos - nowNanos <= 0) {
            long timeoutNanos = taker.timeoutNanos(SnapshotKind.STOP);
            overdueAtNanos = nowNanos + timeoutNanos;
            taker.decline(
                    stoppedWith,
                    new TimeoutException("a source stopped with a savepoint hears of its end within"
                            + " weir.savepoint.timeout: " + Duration.ofNanos(timeoutNanos)
                            + " are over; it asks what became of it"));
        }
    }

    /**
     * The checkpoint was given up; a source that was stopped with it goes on.
     *
     * @throws IllegalStateException where it was drained for it: event time has gone to its end, ahead of the data
     */
    void onAborted(long checkpointId) {
        if (drainedFor == checkpointId) {
            throw drainGivenUp();
        }
        waiting.removeIf(
                order -> order instanceof SubtaskOrder.Trigger trigger && trigger.checkpointId() == checkpointId);
        if (stoppedWith == checkpointId) {
            stoppedWith = NONE;
        }
    }

    /** Obeys what can be obeyed now. Called between two steps. */
    void obey() {
        while (!waiting.isEmpty() && canObey(waiting.getFirst())) {
            SubtaskOrder order = waiting.removeFirst();
            if (order instanceof SubtaskOrder.Trigger trigger) {
                trigger(trigger);
            } else if (order instanceof SubtaskOrder.AssignSplits assign) {
                source.addSplits(assign.splits());
            } else {
                source.noMoreSplits();
            }
        }
    }

    private boolean canObey(SubtaskOrder order) {
        if (order instanceof SubtaskOrder.Trigger trigger) {
            if (taker.mayOvertake(barrierOf(trigger))) {
                return true;
            }
            if (trigger.kind() == SnapshotKind.DRAIN && !ending.hasBegun()) {
                // Its barrier goes behind the end of the data, once that has gone through the chain.
                ending.begin();
                drainedFor = trigger.checkpointId();
            }
        }
        return !time.isPending() && !ending.isUnderWay();
    }

    private void trigger(SubtaskOrder.Trigger trigger) {
        // A later trigger means that the round before it has been given up.
        if (drainedFor != NONE && drainedFor != trigger.checkpointId()) {
            throw drainGivenUp();
        }
        overdueAtNanos = taker.nowNanos() + taker.timeoutNanos(trigger.kind());
        taker.takeAtSource(barrierOf(trigger));
        stoppedWith = trigger.kind().endsJob() ? trigger.checkpointId() : NONE;
    }

    private IllegalStateException drainGivenUp() {
        return new IllegalStateException("a drained source can't read on, since its event time has come to the end: the"
                + " savepoint of the drain was given up, checkpoint=" + drainedFor
                + "; the job goes on from the checkpoint before it, ask for the drain again");
    }

    private static Element.Barrier barrierOf(SubtaskOrder.Trigger trigger) {
        return new Element.Barrier(
                trigger.checkpointId(),
                trigger.timestampMillis(),
                trigger.kind(),
                Element.Passing.IN_ORDER,
                trigger.baseId());
    }
}
