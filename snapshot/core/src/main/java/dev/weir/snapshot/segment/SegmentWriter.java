package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Drain;
import dev.weir.snapshot.format.SegmentIndex.Keyed;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorStateIndex;
import dev.weir.snapshot.format.SubtaskSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the snapshot of one subtask as a segment and makes its index. */
final class SegmentWriter {

    private static final int INITIAL_BYTES = 256;

    private final SegmentOutput out;
    private final Codecs codecs;

    SegmentWriter(SegmentOutput out, Codecs codecs) {
        this.out = out;
        this.codecs = codecs;
    }

    SegmentIndex write(SubtaskSnapshot snapshot) throws IOException {
        List<OperatorIndex> operators = new ArrayList<>();
        for (OperatorSnapshot operator : snapshot.operators()) {
            operators.add(write(operator));
        }
        return new SegmentIndex(operators, new InFlightWriter(out, codecs).write(snapshot.inFlight()));
    }

    private OperatorIndex write(OperatorSnapshot operator) throws IOException {
        List<KeyedStateIndex> keyed = List.of();
        if (operator.keyed() != null) {
            KeyedStateWriter writer = new KeyedStateWriter(operator.uid(), out, codecs);
            operator.keyed().writeTo(writer);
            keyed = writer.finish();
        }
        List<OperatorStateIndex> states = new ArrayList<>();
        for (Map.Entry<String, OperatorStateBlock> state : new TreeMap<>(operator.operatorState()).entrySet()) {
            states.add(write(operator.uid(), state.getKey(), state.getValue()));
        }
        return new OperatorIndex(
                operator.uid(),
                operator.eventTime(),
                operator.drained() ? Drain.DRAINED : Drain.RUNNING,
                operator.keyed() == null ? Keyed.NO : Keyed.YES,
                keyed,
                states);
    }

    private OperatorStateIndex write(String uid, String state, OperatorStateBlock block) throws IOException {
        Output payload = new Output(INITIAL_BYTES, -1);
        for (byte[] element : block.elements()) {
            payload.writeVarInt(element.length, true);
            payload.writeBytes(element);
        }
        long offset = out.position();
        int length = out.block(place(uid, state), payload.getBuffer(), payload.position());
        return new OperatorStateIndex(
                state, block.redistribution(), block.elements().size(), offset, length);
    }

    /** What the checksum of a block of operator state starts with. */
    static String place(String uid, String state) {
        return uid + "\n" + state + "\noperator";
    }
}
