package dev.weir.engine.alignment;

import dev.weir.engine.element.Element.Barrier;
import dev.weir.engine.element.Element.Passing;
import java.util.BitSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says when one subtask takes its snapshot, where barriers may overtake: at the first barrier, or once the first has
 * waited for the timeout, or when one comes that has overtaken elsewhere. Barriers are announced when they arrive.
 *
 * <pre>
 *   CLOSED ──first barrier arrives──▶ ALIGNED ──timeout, or an overtaking barrier──▶ OVERTAKING ──▶ CUT ──last──▶ CLOSED
 *                                        └─────────all taken in their places─────────────┴─▶ CLOSED
 * </pre>
 *
 * <p>Some channels stay aligned: their barriers are taken in their places always. OVERTAKING becomes CUT when all of those
 * have been taken, at once where there are none; until then every channel whose barrier has come is blocked. With a
 * timeout of 0 ALIGNED is skipped.
 *
 * <p>Invariants: at most one checkpoint is open; ids that are cut rise strictly; nothing is blocked once the cut is made.
 */
public final class UnalignedCut {

    /** No checkpoint. */
    public static final long NONE = Alignment.NONE;

    /** What follows from an event. */
    public enum Step {
        /** Nothing yet. */
        NOTHING,
        /** The snapshot is due, while barriers are missing: what comes on their channels belongs to it. */
        CUT,
        /** The snapshot is due, and all barriers have come. */
        CUT_WHOLE,
        /** The snapshot was taken before; the barrier is out of its place, its channel's part is complete. */
        PASSED,
        /** The same, and it was the last. */
        LAST
    }

    private enum Phase {
        CLOSED,
        ALIGNED,
        OVERTAKING,
        CUT
    }

    private final int channels;
    private final BitSet stayAligned;
    private final long timeoutNanos;
    private final TreeSet<Long> abortedAhead = new TreeSet<>();

    /** Channels whose barrier was taken in its place. */
    private final BitSet taken = new BitSet();

    /** Channels whose barrier has come, whether or not it is still in its place. */
    private final BitSet arrived = new BitSet();

    private Phase phase = Phase.CLOSED;
    private Passing passing = Passing.IN_ORDER;
    private @Nullable Barrier barrier;
    private long open = NONE;
    private long highestEnded = NONE;
    private long deadlineNanos;

    /**
     * A cut over channels of both kinds.
     *
     * @param stayAligned channels on which no barrier overtakes
     * @param timeoutNanos how long barriers stay in their places; 0 for not at all
     */
    public UnalignedCut(int channels, BitSet stayAligned, long timeoutNanos) {
        if (channels < 1) {
            throw new IllegalArgumentException("a subtask that waits for barriers has channels: channels=" + channels);
        }
        this.channels = channels;
        this.stayAligned = (BitSet) stayAligned.clone();
        this.timeoutNanos = timeoutNanos;
    }

    /** A barrier has arrived, and waits in its place. */
    public Step onArrived(int channel, Barrier arriving, long nowNanos) {
        if (!admit(arriving, nowNanos)) {
            return Step.NOTHING;
        }
        arrived.set(channel);
        if (phase == Phase.CUT) {
            return afterCut();
        }
        if (arriving.passing() == Passing.OVERTAKING) {
            phase = Phase.OVERTAKING;
        }
        return judge();
    }

    /** A barrier was taken from its place, on a channel that is not blocked. */
    public Step onTaken(int channel, Barrier next, long nowNanos) {
        if (!admit(next, nowNanos) || phase == Phase.CUT) {
            return Step.NOTHING;
        }
        arrived.set(channel);
        taken.set(channel);
        return judge();
    }

    /** Time has passed. */
    public Step onTime(long nowNanos) {
        if (phase != Phase.ALIGNED || nowNanos - deadlineNanos < 0) {
            return Step.NOTHING;
        }
        phase = Phase.OVERTAKING;
        return judge();
    }

    /** The checkpoint was given up: its barriers, also those still to come, mean nothing. */
    public void onAborted(long checkpointId) {
        if (checkpointId == open) {
            end(checkpointId);
        } else if (checkpointId > highestEnded) {
            abortedAhead.add(checkpointId);
        }
    }

    /** A checkpoint that is cut in another way has come this far: an older one that is open is over. */
    public void onNewer(long checkpointId) {
        if (open != NONE && open < checkpointId) {
            end(open);
        }
        highestEnded = Math.max(highestEnded, checkpointId - 1);
    }

    /** Whether a channel must not be read. */
    public boolean isBlocked(int channel) {
        return switch (phase) {
            case CLOSED, CUT -> false;
            case ALIGNED -> taken.get(channel);
            case OVERTAKING -> taken.get(channel) || (arrived.get(channel) && !stayAligned.get(channel));
        };
    }

    /** Whether the open checkpoint's barrier has not come on this channel. */
    public boolean isMissing(int channel) {
        return open != NONE && !arrived.get(channel);
    }

    /** The barrier of the last cut, as it goes on. */
    public Barrier barrier() {
        if (barrier == null) {
            throw new IllegalStateException("there is a barrier once a snapshot is due");
        }
        return passing == Passing.OVERTAKING ? barrier.overtaking() : barrier.inOrder();
    }

    /** The checkpoint that waits for barriers, or {@link #NONE}. */
    public long openCheckpoint() {
        return open;
    }

    /** Whether {@link #onTime} is to be called at the deadline. */
    public boolean hasDeadline() {
        return phase == Phase.ALIGNED;
    }

    /** Monotonic time. Only where there is one. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether the barrier means something; opens its checkpoint where it is the first. */
    private boolean admit(Barrier next, long nowNanos) {
        long checkpointId = next.checkpointId();
        if (checkpointId <= highestEnded || checkpointId < open || abortedAhead.contains(checkpointId)) {
            return false;
        }
        if (checkpointId != open) {
            // A newer barrier means that the older round is over: its missing barriers will never come.
            if (open != NONE) {
                end(open);
            }
            open = checkpointId;
            barrier = next;
            deadlineNanos = nowNanos + timeoutNanos;
            phase = timeoutNanos == 0 ? Phase.OVERTAKING : Phase.ALIGNED;
        }
        return true;
    }

    private Step judge() {
        boolean allTaken = taken.cardinality() == channels;
        if (!allTaken && (phase != Phase.OVERTAKING || !isTakenWhereAligned())) {
            return Step.NOTHING;
        }
        passing = phase == Phase.OVERTAKING ? Passing.OVERTAKING : Passing.IN_ORDER;
        if (arrived.cardinality() == channels) {
            end(open);
            return Step.CUT_WHOLE;
        }
        phase = Phase.CUT;
        return Step.CUT;
    }

    private boolean isTakenWhereAligned() {
        BitSet missing = (BitSet) stayAligned.clone();
        missing.andNot(taken);
        return missing.isEmpty();
    }

    private Step afterCut() {
        if (arrived.cardinality() < channels) {
            return Step.PASSED;
        }
        end(open);
        return Step.LAST;
    }

    private void end(long checkpointId) {
        highestEnded = checkpointId;
        abortedAhead.headSet(checkpointId, true).clear();
        open = NONE;
        phase = Phase.CLOSED;
        taken.clear();
        arrived.clear();
    }
}
