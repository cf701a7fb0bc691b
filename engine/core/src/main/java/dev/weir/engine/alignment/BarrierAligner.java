package dev.weir.engine.alignment;

import java.util.BitSet;
import java.util.TreeSet;

/**
 * Aligns the barriers of one subtask, exactly-once: a channel that has delivered the barrier of the open checkpoint is
 * blocked until every channel has, so that nothing behind a barrier reaches state the snapshot still has to capture. A
 * barrier is judged when it is taken from its channel, not when it arrives.
 *
 * <p>Invariants: a channel is blocked only while a checkpoint is open; ids that complete rise strictly.
 */
public final class BarrierAligner implements Alignment {

    private final int channels;
    private final BitSet blocked = new BitSet();
    private final TreeSet<Long> abortedAhead = new TreeSet<>();
    private long open = NONE;
    private long highestEnded = NONE;

    public BarrierAligner(int channels) {
        if (channels < 1) {
            throw new IllegalArgumentException("a subtask that aligns has channels: channels=" + channels);
        }
        this.channels = channels;
    }

    @Override
    public long onBarrier(int channel, long checkpointId) {
        if (isStale(checkpointId)) {
            return NONE;
        }
        if (checkpointId != open) {
            // A newer barrier means that the older round is over: its missing barriers will never come.
            if (open != NONE) {
                end(open);
            }
            open = checkpointId;
        }
        blocked.set(channel);
        if (blocked.cardinality() < channels) {
            return NONE;
        }
        end(checkpointId);
        return checkpointId;
    }

    @Override
    public void onAborted(long checkpointId) {
        if (checkpointId == open) {
            end(checkpointId);
        } else if (checkpointId > highestEnded) {
            abortedAhead.add(checkpointId);
        }
    }

    @Override
    public void onNewer(long checkpointId) {
        if (open != NONE && open < checkpointId) {
            end(open);
        }
        highestEnded = Math.max(highestEnded, checkpointId - 1);
    }

    @Override
    public boolean isBlocked(int channel) {
        return blocked.get(channel);
    }

    /** The checkpoint being aligned, or {@link #NONE}. */
    public long openCheckpoint() {
        return open;
    }

    private boolean isStale(long checkpointId) {
        return checkpointId <= highestEnded || checkpointId < open || abortedAhead.contains(checkpointId);
    }

    private void end(long checkpointId) {
        highestEnded = checkpointId;
        abortedAhead.headSet(checkpointId, true).clear();
        open = NONE;
        blocked.clear();
    }
}
