package dev.weir.snapshot.format;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was under way to and from a subtask when its snapshot was taken unaligned, and how far time had come on its
 * channels.
 *
 * @param times one per input channel; restored only where all channels are the same as before
 * @param pendingAdvances watermarks that an operator had begun to handle, by uid; restored like {@code times}
 * @param parts what was under way, a part per channel and side
 */
public record InFlight(List<ChannelTime> times, Map<String, Long> pendingAdvances, List<Part> parts) {

    public static final InFlight NONE = new InFlight(List.of(), Map.of(), List.of());

    public InFlight {
        times = List.copyOf(times);
        pendingAdvances = Map.copyOf(pendingAdvances);
        parts = List.copyOf(parts);
    }

    public boolean isEmpty() {
        return times.isEmpty() && pendingAdvances.isEmpty() && parts.isEmpty();
    }

    /**
     * A channel of an edge.
     *
     * @param sender index of the sending subtask
     * @param receiver index of the receiving subtask
     */
    public record Channel(EdgeId edge, int sender, int receiver) {}

    /** Where elements were. Names are part of the checkpoint format. */
    public enum Side {
        /** At the receiver, arrived and not yet processed. */
        QUEUED,
        /** At the sender, not yet sent. */
        HELD
    }

    /** The elements of one channel on one side, in channel order. */
    public record Part(Channel channel, Side side, List<Kept> elements) {
        public Part {
            elements = List.copyOf(elements);
        }
    }

    /** Whether a channel is waited for. Names are part of the checkpoint format. */
    public enum Activity {
        ACTIVE,
        /** Active again, but behind the subtask's watermark. */
        BEHIND,
        IDLE
    }

    /**
     * How far time had come on an input channel.
     *
     * @param watermark {@code Long.MIN_VALUE} before the first
     */
    public record ChannelTime(Channel channel, long watermark, Activity activity) {}

    /** What travels through a channel and is kept: all but barriers and the end of the data, which is sent anew. */
    public sealed interface Kept {

        /**
         * A record.
         *
         * @param value not changed any more by anybody
         * @param timestamp event time in ms; {@code Long.MIN_VALUE} where there is none
         * @param key null on an edge that isn't keyed
         * @param keyGroup -1 on an edge that isn't keyed
         */
        record KeptRecord(
                Object value, long timestamp, @Nullable Object key, int keyGroup) implements Kept {}

        record KeptWatermark(long timestamp) implements Kept {}

        record KeptIdle() implements Kept {}

        record KeptActive() implements Kept {}
    }
}
