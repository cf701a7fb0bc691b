package dev.weir.operators.source;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.source.SplitDiscovery.Look;
import dev.weir.operators.source.SplitDiscovery.Occasion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * What a {@link DiscoveringEnumerator} remembers; no larger than the ids of the splits that are not gone.
 *
 * @param next the next look
 * @param known the ids of all splits found so far and not gone, whoever has them now
 * @param unassigned found and not given out, in the order in which they were found
 */
public record DiscoveredSplits<S extends Split>(Look next, SortedSet<String> known, List<S> unassigned) {

    private static final byte VERSION = 1;

    public DiscoveredSplits {
        known = Collections.unmodifiableSortedSet(known);
        unassigned = List.copyOf(unassigned);
    }

    /** How it is stored, given how splits are. */
    public static <S extends Split> StateCodec<DiscoveredSplits<S>> codec(StateCodec<S> splits) {
        return new Codec<>(new SplitListCodec<>(splits));
    }

    private record Codec<S extends Split>(StateCodec<List<S>> splits) implements StateCodec<DiscoveredSplits<S>> {

        @Override
        public byte[] encode(DiscoveredSplits<S> state) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(VERSION);
            out.writeBoolean(state.next.occasion() == Occasion.FIRST);
            out.writeLong(state.next.startedMillis());
            byte[] unassigned = splits.encode(state.unassigned);
            out.writeInt(unassigned.length);
            out.write(unassigned);
            SortedNames.write(out, state.known);
            return bytes.toByteArray();
        }

        @Override
        public DiscoveredSplits<S> decode(byte[] bytes) throws IOException {
            Versions.check("split enumerator", bytes, VERSION, Byte.BYTES + 1 + Long.BYTES + 2 * Integer.BYTES);
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
            Occasion occasion = in.readBoolean() ? Occasion.FIRST : Occasion.LATER;
            Look next = new Look(occasion, in.readLong());
            List<S> unassigned = splits.decode(in.readNBytes(in.readInt()));
            return new DiscoveredSplits<>(next, SortedNames.read(in), unassigned);
        }
    }
}
