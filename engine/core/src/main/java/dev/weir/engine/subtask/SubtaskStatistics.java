package dev.weir.engine.subtask;

import dev.weir.engine.protocol.SubtaskId;
import java.time.Duration;

/**
 * What a subtask has done and what waits at it, at one moment. Counts begin anew with each attempt.
 *
 * @param operators the names of its operators
 */
public record SubtaskStatistics(SubtaskId subtask, String operators, long attempt, Traffic traffic, Times times) {

    /**
     * Records and batches at the subtask's channels; as of its last slice, a millisecond ago where it is busy. A batch on its
     * way is in one place: sent and not yet received it is in the receiver's mailbox.
     *
     * @param recordsIn records read from channels; 0 for a source
     * @param recordsOut records in the batches closed so far, once for each reader
     * @param batchesIn batches received
     * @param batchesOut batches sent
     * @param queuedBatches batches received of which no record has been read; at most the credits, for each channel
     * @param heldBatches batches that wait for credit
     */
    public record Traffic(
            long recordsIn, long recordsOut, long batchesIn, long batchesOut, long queuedBatches, long heldBatches) {

        static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0);
    }

    /**
     * How the time since the subtask started was spent.
     *
     * @param busy it worked, or had something to do and waited for a thread
     * @param idle it had nothing to do
     * @param backPressured it could not go on: a receiver gave no credit, or an operator had no capacity
     */
    public record Times(Duration busy, Duration idle, Duration backPressured) {

        static final Times NONE = new Times(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        /** The shares of the time that has passed since an earlier look at the same attempt; all 0 where none has. */
        public MillisPerSecond since(Times earlier) {
            // Where a look fell into the end of a slice, the next may count a little less busy time.
            double busyNanos = Math.max(0, busy.minus(earlier.busy).toNanos());
            double idleNanos = Math.max(0, idle.minus(earlier.idle).toNanos());
            double blockedNanos =
                    Math.max(0, backPressured.minus(earlier.backPressured).toNanos());
            double perSecond = 1000 / Math.max(1, busyNanos + idleNanos + blockedNanos);
            return new MillisPerSecond(
                    (int) Math.round(busyNanos * perSecond), (int) Math.round(idleNanos * perSecond), (int)
                            Math.round(blockedNanos * perSecond));
        }
    }

    /** Shares of time, each from 0 to 1000; together 1000 but for rounding. */
    public record MillisPerSecond(int busy, int idle, int backPressured) {}

    /** The shares of the time since an earlier look; since the start where that was another attempt's. */
    public MillisPerSecond since(SubtaskStatistics earlier) {
        return times.since(earlier.attempt == attempt ? earlier.times : Times.NONE);
    }
}
