package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotBase.StateContents;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RegroupedKeyedState;
import dev.weir.snapshot.restore.Regrouping;
import dev.weir.snapshot.restore.RestoredInFlight;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import dev.weir.snapshot.storage.CheckpointStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what one subtask restores. Blocks; used once, by one thread. */
final class SnapshotReader {

    private final SubtaskSlice slice;
    private final SlicePaths paths;
    private final CheckpointStorage storage;
    private final Codecs codecs;
    private final List<Map<String, byte[]>> payloads = new ArrayList<>();
    private final List<StateContents> contents = new ArrayList<>();

    SnapshotReader(CheckpointStorage storage, String jobFolder, SubtaskSlice slice, ClassLoader loader) {
        this.storage = storage;
        this.slice = slice;
        this.paths = new SlicePaths(jobFolder, slice);
        this.codecs = new Codecs(loader);
    }

    RestoredSubtask read(NativeReads nativeReads) throws IOException {
        for (int i = 0; i < slice.handles().size(); i++) {
            SliceBlocks blocks = new SliceBlocks(slice, i);
            payloads.add(blocks.read(storage, paths));
        }
        NativeRestore nativeRestore = new NativeRestore(storage, paths, slice, payloads, nativeReads);
        OperatorStateReader states = new OperatorStateReader(slice, payloads, paths);
        Map<String, RestoredOperator> operators = new TreeMap<>();
        for (OperatorSlice operator : slice.operators()) {
            operators.put(
                    operator.uid(),
                    new RestoredOperator(
                            operator.uid(),
                            keyed(operator, nativeRestore),
                            states.engines(operator),
                            states.declared(operator),
                            operator.eventTime(),
                            operator.drain()));
        }
        return new RestoredSubtask(operators, inFlight(), slice.unclaimed(), base());
    }

    /** What the subtask may refer to: only where all that it restores is one subtask's, and all of that. */
    private @Nullable SnapshotBase base() {
        if (slice.handles().size() != 1) {
            return null;
        }
        SubtaskStateHandle handle = slice.handles().get(0);
        long stored = handle.index().operators().stream()
                .flatMap(operator -> operator.keyedStates().stream())
                .mapToLong(state -> state.groups().size())
                .sum();
        long read =
                contents.stream().mapToLong(state -> state.contents().size()).sum();
        return read == stored ? new SnapshotBase(handle, contents) : null;
    }

    private RestoredInFlight inFlight() throws DamagedCheckpointException {
        SubtaskSlice.InFlightSlice wanted = slice.inFlight();
        Map<Integer, InFlightReader> readers = new HashMap<>();
        List<InFlight.Part> parts = new ArrayList<>();
        for (PartSlice part : wanted.parts()) {
            SubtaskStateHandle handle = slice.handles().get(part.handle());
            InFlightIndex index = requireInFlight(handle);
            InFlightReader reader = readers.computeIfAbsent(
                    part.handle(), position -> new InFlightReader(paths.own(handle), index, codecs));
            List<InFlight.Kept> elements = reader.read(payloads.get(part.handle()), part, wanted.channels());
            if (!elements.isEmpty()) {
                InFlight.Side side = index.parts().get(part.part()).side();
                parts.add(new InFlight.Part(part.channel(), side, elements));
            }
        }
        InFlight underWay = new InFlight(wanted.times(), wanted.pendingAdvances(), parts);
        return new RestoredInFlight(underWay, wanted.channels());
    }

    private InFlightIndex requireInFlight(SubtaskStateHandle handle) throws DamagedCheckpointException {
        InFlightIndex index = handle.index().inFlight();
        if (index == null) {
            throw new DamagedCheckpointException(paths.own(handle), "the index has no records under way");
        }
        return index;
    }

    private RestoredKeyedState keyed(OperatorSlice operator, NativeRestore nativeRestore) throws IOException {
        RestoredKeyedState restored = nativeRestore.join(operator, stored(operator));
        Regrouping regrouping = operator.stored().regrouping();
        return regrouping == null
                ? restored
                : new RegroupedKeyedState(operator.uid(), restored, regrouping, operator.keyGroups());
    }

    private StoredKeyedState stored(OperatorSlice operator) {
        StoredKeyedState restored = new StoredKeyedState(operator.uid(), codecs);
        for (int position : operator.keyedHandles()) {
            SubtaskStateHandle handle = slice.handles().get(position);
            SegmentIndex.OperatorIndex stored =
                    handle.index().operator(operator.stored().uid());
            if (stored == null) {
                continue;
            }
            for (KeyedStateIndex state : stored.keyedStates()) {
                String name = operator.stored().nameNow(state.name());
                restored.addState(name, state);
                List<@Nullable Object> ofState = new ArrayList<>();
                for (Block block : state.groups()) {
                    String place = KeyedStateWriter.place(stored.uid(), state.name(), block.keyGroup());
                    byte[] payload = payloads.get(position).get(place);
                    if (payload != null) {
                        String file = paths.of(handle, block.segment());
                        Object content = new Object();
                        restored.add(name, new StoredKeyedState.Piece(state, block, payload, file, content));
                        ofState.add(content);
                    }
                }
                boolean isWhole = ofState.size() == state.groups().size();
                if (isWhole && operator.stored().uid().equals(operator.uid())) {
                    contents.add(new StateContents(operator.uid(), state, ofState));
                }
            }
        }
        return restored;
    }
}
