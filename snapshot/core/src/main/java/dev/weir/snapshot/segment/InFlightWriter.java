package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.KeyCodec;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.ChannelTime;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Part;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.InFlightIndex.EdgeIndex;
import dev.weir.snapshot.format.InFlightIndex.PartIndex;
import dev.weir.snapshot.format.InFlightIndex.TimeIndex;
import dev.weir.snapshot.state.TypeHint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what was under way, a block per part. The records of an edge share a schema, which is complete only when all of
 * them are written. Memory: the largest part.
 */
final class InFlightWriter {

    /** What stands first in an element. Part of the checkpoint format. */
    static final byte RECORD = 0;

    static final byte KEYED_RECORD = 1;
    static final byte WATERMARK = 2;
    static final byte IDLE = 3;
    static final byte ACTIVE = 4;

    private static final TypeHint<Object> ANY = TypeHint.of(Object.class);
    private static final int INITIAL_BYTES = 4096;

    private final SegmentOutput out;
    private final Codecs codecs;
    private final Map<EdgeId, Edge> edges = new LinkedHashMap<>();
    private final Output buffer = new Output(INITIAL_BYTES, -1);

    /** An edge and its codecs. */
    private record Edge(int position, ValueCodec<Object> values, KeyCodec keys) {}

    InFlightWriter(SegmentOutput out, Codecs codecs) {
        this.out = out;
        this.codecs = codecs;
    }

    /** What a part's block's checksum starts with. */
    static String place(Channel channel, InFlight.Side side, int position) {
        EdgeId edge = channel.edge();
        return String.join(
                "\n",
                edge.fromUid(),
                edge.output(),
                edge.toUid(),
                Integer.toString(edge.toInput()),
                Integer.toString(channel.sender()),
                Integer.toString(channel.receiver()),
                side.name(),
                Integer.toString(position));
    }

    /** Writes it; null where there is nothing. */
    @Nullable
    InFlightIndex write(InFlight inFlight) throws IOException {
        if (inFlight.isEmpty()) {
            return null;
        }
        List<TimeIndex> times = new ArrayList<>();
        for (ChannelTime time : inFlight.times()) {
            Channel channel = time.channel();
            times.add(new TimeIndex(
                    edge(channel.edge()).position,
                    channel.sender(),
                    channel.receiver(),
                    time.watermark(),
                    time.activity()));
        }
        List<PartIndex> parts = new ArrayList<>();
        for (Part part : inFlight.parts()) {
            parts.add(write(part, parts.size()));
        }
        List<EdgeIndex> written = new ArrayList<>();
        edges.forEach((id, edge) -> written.add(new EdgeIndex(id, edge.values.schema(), edge.keys.schema())));
        return new InFlightIndex(written, times, inFlight.pendingAdvances(), parts);
    }

    private Edge edge(EdgeId id) {
        return edges.computeIfAbsent(id, added -> new Edge(edges.size(), codecs.codec(ANY), codecs.keys()));
    }

    private PartIndex write(Part part, int position) throws IOException {
        Channel channel = part.channel();
        Edge edge = edge(channel.edge());
        int records = 0;
        int first = Integer.MAX_VALUE;
        int last = InFlightIndex.NO_KEY_GROUP;
        buffer.reset();
        for (Kept element : part.elements()) {
            if (element instanceof Kept.KeptRecord record) {
                write(record, part, edge);
                records++;
                first = Math.min(first, record.keyGroup());
                last = Math.max(last, record.keyGroup());
            } else {
                writeControl(element);
            }
        }
        long offset = out.position();
        String place = place(channel, part.side(), position);
        int length = out.block(place, buffer.getBuffer(), buffer.position());
        return new PartIndex(
                edge.position,
                channel.sender(),
                channel.receiver(),
                part.side(),
                part.elements().size(),
                records,
                records == 0 ? InFlightIndex.NO_KEY_GROUP : first,
                last,
                offset,
                length);
    }

    private void write(Kept.KeptRecord record, Part part, Edge edge) throws IOException {
        try {
            if (record.key() == null) {
                buffer.writeByte(RECORD);
            } else {
                buffer.writeByte(KEYED_RECORD);
                edge.keys.write(buffer, record.key());
                buffer.writeVarInt(record.keyGroup(), true);
            }
            buffer.writeVarLong(record.timestamp(), false);
            edge.values.write(buffer, record.value());
        } catch (CodecException e) {
            throw new IOException(
                    "a record under way can't be stored: edge=" + part.channel().edge() + ", class="
                            + record.value().getClass().getName() + ", " + e.getMessage()
                            + "; or keep checkpoints aligned, where no record is stored",
                    e);
        }
    }

    private void writeControl(Kept element) {
        if (element instanceof Kept.KeptWatermark watermark) {
            buffer.writeByte(WATERMARK);
            buffer.writeVarLong(watermark.timestamp(), false);
        } else {
            buffer.writeByte(element instanceof Kept.KeptIdle ? IDLE : ACTIVE);
        }
    }
}
