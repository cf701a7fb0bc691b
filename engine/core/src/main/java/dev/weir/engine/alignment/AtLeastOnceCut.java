package dev.weir.engine.alignment;

import java.util.BitSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Waits for the barriers of one subtask, at-least-once: no channel is ever blocked, so records from behind a barrier may
 * be in the snapshot, and are repeated after a recovery. Several checkpoints may be open.
 *
 * <p>Invariants: ids that complete rise strictly; a checkpoint completes only once all channels have delivered its
 * barrier.
 */
public final class AtLeastOnceCut implements Alignment {

    private final int channels;
    private final TreeMap<Long, BitSet> open = new TreeMap<>();
    private final TreeSet<Long> aborted = new TreeSet<>();
    private long highestEnded = NONE;

    public AtLeastOnceCut(int channels) {
        if (channels < 1) {
            throw new IllegalArgumentException("a subtask that waits for barriers has channels: channels=" + channels);
        }
        this.channels = channels;
    }

    @Override
    public long onBarrier(int channel, long checkpointId) {
        if (checkpointId <= highestEnded || aborted.contains(checkpointId)) {
            return NONE;
        }
        BitSet delivered = open.computeIfAbsent(checkpointId, id -> new BitSet());
        delivered.set(channel);
        if (delivered.cardinality() < channels) {
            return NONE;
        }
        // Barriers keep their order on a channel: those of older checkpoints that are missing will never come.
        onNewer(checkpointId + 1);
        return checkpointId;
    }

    @Override
    public void onAborted(long checkpointId) {
        open.remove(checkpointId);
        if (checkpointId > highestEnded) {
            aborted.add(checkpointId);
        }
    }

    @Override
    public void onNewer(long checkpointId) {
        open.headMap(checkpointId).clear();
        aborted.headSet(checkpointId).clear();
        highestEnded = Math.max(highestEnded, checkpointId - 1);
    }

    /** Never. */
    @Override
    public boolean isBlocked(int channel) {
        return false;
    }

    /** How many checkpoints wait for barriers. */
    public int openCheckpoints() {
        return open.size();
    }
}
