package dev.weir.snapshot.segment;

import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.OtherSegment;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import dev.weir.snapshot.segment.SegmentReader.Wanted;
import dev.weir.snapshot.storage.CheckpointStorage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The blocks of one handle that a slice wants, in whichever segments they lie. One thread. */
final class SliceBlocks {

    private final SubtaskSlice slice;
    private final int position;
    private final SubtaskStateHandle handle;
    private final SegmentIndex index;
    private final Map<Integer, List<Wanted>> bySegment = new TreeMap<>();

    /** @param position the handle's among the slice's */
    SliceBlocks(SubtaskSlice slice, int position) {
        this.slice = slice;
        this.position = position;
        this.handle = slice.handles().get(position);
        this.index = handle.index();
    }

    /** Payloads by place; each is verified. */
    Map<String, byte[]> read(CheckpointStorage storage, SlicePaths paths) throws IOException {
        collect(paths);
        Map<String, byte[]> payloads = new HashMap<>();
        for (Map.Entry<Integer, List<Wanted>> segment : bySegment.entrySet()) {
            payloads.putAll(read(storage, paths.of(handle, segment.getKey()), segment.getKey(), segment.getValue()));
        }
        return payloads;
    }

    private Map<String, byte[]> read(CheckpointStorage storage, String path, int segment, List<Wanted> wanted)
            throws IOException {
        byte[] inline = handle.inline();
        if (segment == Block.OWN && inline != null) {
            return new SegmentReader(path, handle.identity(), handle.sizeBytes()).read(inline, handle.crc32c(), wanted);
        }
        try (InputStream in = storage.open(path)) {
            return readerOf(path, segment).read(in, wanted);
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(path, "the file is missing", e);
        }
    }

    private SegmentReader readerOf(String path, int segment) {
        if (segment == Block.OWN) {
            return new SegmentReader(path, handle.identity(), handle.sizeBytes());
        }
        OtherSegment other = index.others().get(segment - 1);
        return new SegmentReader(path, other.identity(), other.sizeBytes());
    }

    /** The subtask's own segment is read also where nothing of it is wanted: what says so is verified as well. */
    private void collect(SlicePaths paths) throws DamagedCheckpointException {
        bySegment.put(Block.OWN, new ArrayList<>());
        for (PartSlice part : slice.inFlight().parts()) {
            if (part.handle() == position && index.inFlight() != null) {
                want(Block.OWN, InFlightReader.wanted(index.inFlight(), part.part()));
            }
        }
        for (OperatorSlice operator : slice.operators()) {
            SegmentIndex.OperatorIndex stored = index.operator(operator.stored().uid());
            if (stored == null) {
                continue;
            }
            if (operator.keyedHandles().contains(position)) {
                collectKeyed(operator, stored, paths);
                collectNative(stored);
            }
            for (SegmentIndex.OperatorStateIndex state : stored.operatorStates()) {
                if (takes(operator, state.name())) {
                    String place = SegmentWriter.place(stored.uid(), state.name());
                    want(Block.OWN, new Wanted(place, state.offset(), state.length()));
                }
            }
        }
    }

    private void want(int segment, Wanted block) {
        bySegment.computeIfAbsent(segment, added -> new ArrayList<>()).add(block);
    }

    /** Also where it takes none of the elements: what says that there are none is verified as well. */
    private boolean takes(OperatorSlice operator, String state) {
        return operator.elements().stream()
                .anyMatch(e -> e.handle() == position && e.state().equals(state));
    }

    private void collectKeyed(OperatorSlice operator, SegmentIndex.OperatorIndex stored, SlicePaths paths)
            throws DamagedCheckpointException {
        for (SegmentIndex.KeyedStateIndex state : stored.keyedStates()) {
            for (Block block : state.groups()) {
                if (block.segment() < 0 || block.segment() > index.others().size()) {
                    throw new DamagedCheckpointException(
                            paths.own(handle),
                            "the index names a segment that it doesn't list: segment=" + block.segment() + ", listed="
                                    + index.others().size());
                }
                if (operator.stored().mayFeed(block.keyGroup(), operator.keyGroups())) {
                    String place = KeyedStateWriter.place(stored.uid(), state.name(), block.keyGroup());
                    want(block.segment(), new Wanted(place, block.offset(), block.length()));
                }
            }
        }
    }

    private void collectNative(SegmentIndex.OperatorIndex stored) {
        if (stored.nativeState() == null) {
            return;
        }
        for (NativeIndex.NativeFile file : stored.nativeState().files()) {
            if (file.path() == null) {
                want(Block.OWN, wanted(stored.uid(), file));
            }
        }
    }

    /** The block of a native file that is in the segment. */
    static Wanted wanted(String uid, NativeIndex.NativeFile file) {
        String place = SegmentWriter.nativePlace(uid, file.name());
        int length = Math.toIntExact(SegmentOutput.BLOCK_HEAD_BYTES + file.sizeBytes());
        return new Wanted(place, file.offset(), length);
    }
}
