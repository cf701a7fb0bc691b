package dev.weir.snapshot.format;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.InFlight.Activity;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.Side;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where in a segment lies what was under way, and how far time had come. Channels name their edge by its position, as
 * there are many of one edge. Invariant: every such position is one of {@code edges}.
 *
 * @param edges each once
 * @param times one per input channel
 * @param pendingAdvances watermarks that an operator had begun to handle, by uid
 * @param parts in the order in which they are to be processed, a block each
 */
public record InFlightIndex(
        List<EdgeIndex> edges, List<TimeIndex> times, Map<String, Long> pendingAdvances, List<PartIndex> parts) {

    /** The key group of records without a key. */
    public static final int NO_KEY_GROUP = -1;

    public InFlightIndex {
        edges = List.copyOf(edges);
        times = List.copyOf(times);
        pendingAdvances = new TreeMap<>(pendingAdvances);
        parts = List.copyOf(parts);
        int known = edges.size();
        times.forEach(time -> requireEdge(time.edge, known));
        parts.forEach(part -> requireEdge(part.edge, known));
    }

    private static void requireEdge(int edge, int known) {
        if (edge < 0 || edge >= known) {
            throw new IllegalArgumentException(
                    "a channel's edge is one of those listed: edge=" + edge + ", listed=" + known);
        }
    }

    /** The channel a part was on. */
    public Channel channelOf(PartIndex part) {
        return new Channel(edges.get(part.edge).edge, part.sender, part.receiver);
    }

    /** The channel a time is of. */
    public Channel channelOf(TimeIndex time) {
        return new Channel(edges.get(time.edge).edge, time.sender, time.receiver);
    }

    /** How many records there are. */
    public long records() {
        return parts.stream().mapToLong(PartIndex::records).sum();
    }

    /** How many bytes of the segment they take. */
    public long bytes() {
        return parts.stream().mapToLong(PartIndex::length).sum();
    }

    /**
     * An edge, and what the bytes of its records mean.
     *
     * @param values the classes of the records
     * @param keys the records and enums among their keys
     */
    public record EdgeIndex(EdgeId edge, Schema values, Schema keys) {}

    /**
     * How far time had come on an input channel.
     *
     * @param watermark {@code Long.MIN_VALUE} before the first
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"edge", "sender", "receiver", "watermark", "activity"})
    public record TimeIndex(int edge, int sender, int receiver, long watermark, Activity activity) {}

    /**
     * The elements of one channel on one side.
     *
     * @param elements how many there are, watermarks and marks included
     * @param records how many of them are records
     * @param firstKeyGroup the smallest of the records; {@link #NO_KEY_GROUP} where none has a key
     * @param lastKeyGroup the largest of the records; {@link #NO_KEY_GROUP} where none has a key
     * @param offset of the block in the segment, in bytes
     * @param length of the block with its head, in bytes
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({
        "edge",
        "sender",
        "receiver",
        "side",
        "elements",
        "records",
        "firstKeyGroup",
        "lastKeyGroup",
        "offset",
        "length"
    })
    public record PartIndex(
            int edge,
            int sender,
            int receiver,
            Side side,
            int elements,
            int records,
            int firstKeyGroup,
            int lastKeyGroup,
            long offset,
            int length) {

        /** Whether its records have keys. */
        public boolean keyed() {
            return firstKeyGroup != NO_KEY_GROUP;
        }
    }
}
