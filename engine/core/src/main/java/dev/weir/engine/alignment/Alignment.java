package dev.weir.engine.alignment;

/**
 * Says when one subtask takes its snapshot, where barriers stay in their place: each is judged when it is taken from its
 * channel.
 */
public sealed interface Alignment permits BarrierAligner, AtLeastOnceCut {

    /** No checkpoint. */
    long NONE = -1;

    /**
     * A barrier was taken from a channel that is not blocked.
     *
     * @return the checkpoint whose snapshot is due with this barrier, or {@link #NONE}
     */
    long onBarrier(int channel, long checkpointId);

    /** The checkpoint was given up: its barriers, also those still to come, mean nothing. */
    void onAborted(long checkpointId);

    /** A checkpoint that is cut in another way has come this far: older ones that still wait for barriers are over. */
    void onNewer(long checkpointId);

    /** Whether a channel must not be read. */
    boolean isBlocked(int channel);
}
