package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.NativeSnapshot.LocalFile;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.Sealed;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Drain;
import dev.weir.snapshot.format.SegmentIndex.Keyed;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorStateIndex;
import dev.weir.snapshot.format.SnapshotBase.StateContents;
import dev.weir.snapshot.format.SubtaskSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the snapshot of one subtask as a segment and makes its index. */
final class SegmentWriter {

    private static final int INITIAL_BYTES = 256;
    private static final long CHECKSUM_MIX = 0x9E3779B97F4A7C15L;

    private final SegmentOutput out;
    private final Codecs codecs;
    private final Reuse reuse;
    private final NativeUploads uploads;
    private final int maxParallelism;
    private final List<StateContents> contents = new ArrayList<>();

    /** @param uploads the files of operators whose state is native */
    SegmentWriter(SegmentOutput out, Codecs codecs, Reuse reuse, NativeUploads uploads, int maxParallelism) {
        this.out = out;
        this.codecs = codecs;
        this.reuse = reuse;
        this.uploads = uploads;
        this.maxParallelism = maxParallelism;
    }

    SegmentIndex write(SubtaskSnapshot snapshot) throws IOException {
        List<OperatorIndex> operators = new ArrayList<>();
        for (OperatorSnapshot operator : snapshot.operators()) {
            operators.add(write(operator));
        }
        return new SegmentIndex(operators, new InFlightWriter(out, codecs).write(snapshot.inFlight()), reuse.others());
    }

    /** What the key groups of the index hold. */
    List<StateContents> contents() {
        return List.copyOf(contents);
    }

    private OperatorIndex write(OperatorSnapshot operator) throws IOException {
        NativeUploads.Uploaded files = uploads.of(operator.uid());
        List<KeyedStateIndex> keyed = keyed(operator.uid(), operator.keyed(), files);
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
                states,
                files == null ? null : nativeState(operator.uid(), files));
    }

    private List<KeyedStateIndex> keyed(
            String uid, @Nullable KeyedSnapshot keyed, NativeUploads.@Nullable Uploaded files) throws IOException {
        if (keyed == null) {
            return List.of();
        }
        KeyedStateWriter writer = new KeyedStateWriter(uid, out, codecs, reuse);
        if (files == null) {
            keyed.writeTo(writer);
        } else {
            files.snapshot().writeRest(writer);
        }
        List<KeyedStateIndex> states = writer.finish();
        contents.addAll(writer.contents());
        return states;
    }

    private NativeIndex nativeState(String uid, NativeUploads.Uploaded files) throws IOException {
        List<NativeFile> all = new ArrayList<>(files.stored());
        for (LocalFile file : files.packed()) {
            byte[] content = Files.readAllBytes(file.path());
            long offset = out.position();
            out.block(nativePlace(uid, file.name()), content, content.length);
            all.add(new NativeFile(file.name(), null, content.length, Sealed.crc32c(content), offset));
        }
        return new NativeIndex(
                files.snapshot().backend(),
                files.snapshot().formatVersion(),
                maxParallelism,
                files.snapshot().states(),
                all);
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
                state,
                block.redistribution(),
                block.elements().size(),
                offset,
                length,
                block.values(),
                checksum(block));
    }

    /** Equal where two subtasks hold the same elements, in whatever order. */
    private static @Nullable Long checksum(OperatorStateBlock block) {
        if (block.values() == null || block.redistribution() != OperatorStateBlock.Redistribution.BROADCAST) {
            return null;
        }
        long sum = 0;
        for (byte[] element : block.elements()) {
            sum += Integer.toUnsignedLong(Sealed.crc32c(element)) * CHECKSUM_MIX;
        }
        return sum;
    }

    /** What the checksum of a block of operator state starts with. */
    static String place(String uid, String state) {
        return uid + "\n" + state + "\noperator";
    }

    /** What the checksum of a native file that is in the segment starts with. */
    static String nativePlace(String uid, String file) {
        return uid + "\n" + file + "\nnative";
    }
}
