package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorStateIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredElements;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.ElementSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes what belongs to no key out of verified blocks: the engine's own, and what users declared. One thread. */
final class OperatorStateReader {

    private final SubtaskSlice slice;
    private final List<Map<String, byte[]>> payloads;
    private final SlicePaths paths;

    /** @param payloads the verified blocks of each of the slice's handles, by place */
    OperatorStateReader(SubtaskSlice slice, List<Map<String, byte[]>> payloads, SlicePaths paths) {
        this.slice = slice;
        this.payloads = payloads;
        this.paths = paths;
    }

    /** The states that no user declared, by the names they have now. */
    Map<String, List<byte[]>> engines(OperatorSlice operator) throws DamagedCheckpointException {
        Map<String, List<byte[]>> byState = new HashMap<>();
        for (ElementSlice part : operator.elements()) {
            if (indexOf(operator, part).values() == null) {
                byState.computeIfAbsent(operator.stored().nameNow(part.state()), name -> new ArrayList<>())
                        .addAll(elements(operator, part));
            }
        }
        return byState;
    }

    /** The states that users declared, by the names they have now. */
    Map<String, RestoredElements> declared(OperatorSlice operator) throws DamagedCheckpointException {
        Map<String, List<RestoredElements.Run>> runs = new HashMap<>();
        Map<String, RestoredElements> declared = new HashMap<>();
        for (ElementSlice part : operator.elements()) {
            OperatorStateIndex index = indexOf(operator, part);
            if (index.values() != null) {
                String name = operator.stored().nameNow(part.state());
                List<RestoredElements.Run> ofState = runs.computeIfAbsent(name, added -> new ArrayList<>());
                ofState.add(new RestoredElements.Run(index.values(), elements(operator, part)));
                declared.put(name, new RestoredElements(index.redistribution(), ofState));
            }
        }
        return declared;
    }

    private OperatorStateIndex indexOf(OperatorSlice operator, ElementSlice part) throws DamagedCheckpointException {
        SubtaskStateHandle handle = slice.handles().get(part.handle());
        SegmentIndex.OperatorIndex stored =
                handle.index().operator(operator.stored().uid());
        if (stored != null) {
            for (OperatorStateIndex state : stored.operatorStates()) {
                if (state.name().equals(part.state())) {
                    return state;
                }
            }
        }
        throw new DamagedCheckpointException(
                paths.own(handle),
                "the index lacks an operator's state: operator=" + operator.uid() + ", state=" + part.state());
    }

    private List<byte[]> elements(OperatorSlice operator, ElementSlice part) throws DamagedCheckpointException {
        List<byte[]> elements = new ArrayList<>();
        if (part.from() < part.to()) {
            byte[] payload = payloads.get(part.handle())
                    .get(SegmentWriter.place(operator.stored().uid(), part.state()));
            String file = paths.own(slice.handles().get(part.handle()));
            if (payload == null) {
                throw new DamagedCheckpointException(
                        file, "an operator's state is missing: operator=" + operator.uid() + ", state=" + part.state());
            }
            addElements(payload, part, file, elements);
        }
        return elements;
    }

    private static void addElements(byte[] payload, ElementSlice part, String file, List<byte[]> elements)
            throws DamagedCheckpointException {
        Input in = new Input(payload);
        for (int i = 0; i < part.to(); i++) {
            int length = in.position() < payload.length ? in.readVarInt(true) : -1;
            if (length < 0 || length > payload.length - in.position()) {
                throw new DamagedCheckpointException(
                        file,
                        "an element is longer than its block: state=" + part.state() + ", element=" + i + ", length="
                                + length + ", block length=" + payload.length);
            }
            byte[] element = in.readBytes(length);
            if (i >= part.from()) {
                elements.add(element);
            }
        }
    }
}
