package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.InFlight;

/**
 * What was under way to a subtask and is processed before anything new.
 *
 * @param inFlight the parts in the order in which they are processed: first what was queued at receivers, then what was
 *     held at senders, each in channel order. Dealt out anew it has records only
 */
public record RestoredInFlight(InFlight inFlight, Channels channels) {

    public static final RestoredInFlight NONE = new RestoredInFlight(InFlight.NONE, Channels.SAME);

    /** Whether the subtask's channels are those of the snapshot. */
    public enum Channels {
        /** Each part belongs to the channel it names. */
        SAME,
        /** The parallelism of one side changed: records went by key group, or by receiver on edges without keys. */
        DEALT_ANEW
    }
}
