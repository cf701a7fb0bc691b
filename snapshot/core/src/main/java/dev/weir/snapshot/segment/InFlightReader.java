package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.KeyCodec;
import dev.weir.snapshot.codec.ValueReader;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.InFlightIndex.EdgeIndex;
import dev.weir.snapshot.format.InFlightIndex.PartIndex;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.restore.RestoredInFlight.Channels;
import dev.weir.snapshot.restore.SubtaskSlice.OwnedGroups;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was under way to or from one old subtask. Every key's group is computed anew: a key that hashes otherwise than
 * when it was written would go to another subtask than its state.
 */
final class InFlightReader {

    private static final TypeHint<Object> ANY = TypeHint.of(Object.class);

    private final String file;
    private final InFlightIndex index;
    private final Codecs codecs;
    private final Map<Integer, Edge> edges = new HashMap<>();

    /** What reads the records of an edge. */
    private record Edge(ValueReader<Object> values, KeyCodec keys) {}

    /** @param file where it is, for messages */
    InFlightReader(String file, InFlightIndex index, Codecs codecs) {
        this.file = file;
        this.index = index;
        this.codecs = codecs;
    }

    /** The block of a part. */
    static SegmentReader.Wanted wanted(InFlightIndex index, int position) {
        PartIndex part = index.parts().get(position);
        return new SegmentReader.Wanted(place(index, position), part.offset(), part.length());
    }

    private static String place(InFlightIndex index, int position) {
        PartIndex part = index.parts().get(position);
        return InFlightWriter.place(index.channelOf(part), part.side(), position);
    }

    /**
     * The elements of a part that a subtask takes.
     *
     * @param payloads of the segment, verified, by place
     */
    List<Kept> read(Map<String, byte[]> payloads, PartSlice slice, Channels channels)
            throws DamagedCheckpointException {
        PartIndex part = index.parts().get(slice.part());
        byte[] payload = payloads.get(place(index, slice.part()));
        if (payload == null || part.elements() < 0 || part.elements() > payload.length) {
            throw damaged(part, "elements", payload == null ? 0 : payload.length);
        }
        try {
            Input in = new Input(payload);
            List<Kept> elements = new ArrayList<>();
            for (int i = 0; i < part.elements(); i++) {
                Kept element = read(in, edge(part.edge()));
                if (takes(element, slice.owned(), channels)) {
                    elements.add(inGroupOf(element, slice.owned()));
                }
            }
            if (in.position() != payload.length) {
                throw damaged(part, "bytes read=" + in.position(), payload.length);
            }
            return elements;
        } catch (CodecException | KryoException e) {
            throw new RestoreRefusedException("records under way can't be read as they were written: file=" + file
                    + ", edge=" + index.channelOf(part).edge() + ", " + e.getMessage()
                    + "; restore with the classes as they were, or take a savepoint with them, which holds nothing under"
                    + " way");
        }
    }

    private DamagedCheckpointException damaged(PartIndex part, String what, int bytes) {
        return new DamagedCheckpointException(
                file,
                "the index of records under way doesn't fit its block: edge="
                        + index.channelOf(part).edge() + ", elements=" + part.elements() + ", " + what + ", bytes="
                        + bytes);
    }

    private Edge edge(int position) {
        return edges.computeIfAbsent(position, added -> {
            EdgeIndex stored = index.edges().get(added);
            KeyCodec keys = codecs.keys();
            keys.admit(stored.keys());
            return new Edge(codecs.reader(ANY, stored.values()), keys);
        });
    }

    private static Kept read(Input in, Edge edge) {
        byte sort = in.readByte();
        return switch (sort) {
            case InFlightWriter.RECORD -> record(in, edge, null, InFlightIndex.NO_KEY_GROUP);
            case InFlightWriter.KEYED_RECORD -> {
                Object key = edge.keys.read(in);
                yield record(in, edge, key, in.readVarInt(true));
            }
            case InFlightWriter.WATERMARK -> new Kept.KeptWatermark(in.readVarLong(false));
            case InFlightWriter.IDLE -> new Kept.KeptIdle();
            case InFlightWriter.ACTIVE -> new Kept.KeptActive();
            default -> throw new CodecException("an element of an unknown sort: sort=" + sort);
        };
    }

    private static Kept.KeptRecord record(Input in, Edge edge, @Nullable Object key, int keyGroup) {
        long timestamp = in.readVarLong(false);
        Object value = edge.values.read(in);
        if (value == null) {
            throw new CodecException("a stored record is null");
        }
        return new Kept.KeptRecord(value, timestamp, key, keyGroup);
    }

    /** Watermarks and marks belong to a channel: they are kept where the channels are. */
    private static boolean takes(Kept element, @Nullable OwnedGroups owned, Channels channels) {
        if (!(element instanceof Kept.KeptRecord record)) {
            return channels == Channels.SAME;
        }
        if (owned == null || record.key() == null) {
            return true;
        }
        int keyGroup = groupOf(record.key(), owned.maxParallelism());
        int groupThen = groupOf(record.key(), owned.storedMaxParallelism());
        if (groupThen != record.keyGroup()) {
            throw misplaced("a restored key must hash to the key group it was stored in", record, groupThen, owned);
        }
        boolean mine = keyGroup >= owned.first() && keyGroup <= owned.last();
        if (!mine && channels == Channels.SAME) {
            throw misplaced("a record's key must be in a key group of the subtask", record, keyGroup, owned);
        }
        return mine;
    }

    private static int groupOf(Object key, int maxParallelism) {
        return KeyGroups.keyGroupOf(StableHash.hashOf(key), maxParallelism);
    }

    private static Kept inGroupOf(Kept element, @Nullable OwnedGroups owned) {
        if (owned == null || !(element instanceof Kept.KeptRecord record) || record.key() == null) {
            return element;
        }
        return new Kept.KeptRecord(
                record.value(), record.timestamp(), record.key(), groupOf(record.key(), owned.maxParallelism()));
    }

    private static RestoreRefusedException misplaced(
            String rule, Kept.KeptRecord record, int computed, OwnedGroups owned) {
        Object key = Objects.requireNonNull(record.key());
        return new RestoreRefusedException(rule + ": class=" + key.getClass().getName() + ", key=" + key
                + ", storedGroup=" + record.keyGroup() + ", computedGroup=" + computed + ", owned=" + owned.first()
                + "-" + owned.last() + ", maxParallelism=" + owned.maxParallelism() + ", stored max parallelism="
                + owned.storedMaxParallelism()
                + "; was the class's hashCode changed?");
    }
}
