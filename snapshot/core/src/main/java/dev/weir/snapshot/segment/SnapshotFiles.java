package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RegroupedKeyedState;
import dev.weir.snapshot.restore.Regrouping;
import dev.weir.snapshot.restore.RestoredInFlight;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.ElementSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.restore.SubtaskSlice.PartSlice;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the segments of a job's subtasks. Methods block; any thread may call them, several at once. The format
 * is that of savepoints as well: per operator uid, state name and key group, the same for every state backend.
 */
public final class SnapshotFiles {

    private final CheckpointStorage storage;
    private final String jobFolder;
    private final @Nullable String onlyFolder;
    private final int inlineThresholdBytes;
    private final ClassLoader loader;

    /**
     * @param jobFolder the job's folder within the storage; empty for the storage's root
     * @param inlineThresholdBytes a segment shorter than this goes into the handle
     * @param loader finds the classes of the job's values
     */
    public SnapshotFiles(CheckpointStorage storage, String jobFolder, int inlineThresholdBytes, ClassLoader loader) {
        this(storage, jobFolder, null, inlineThresholdBytes, loader);
    }

    private SnapshotFiles(
            CheckpointStorage storage,
            String jobFolder,
            @Nullable String onlyFolder,
            int inlineThresholdBytes,
            ClassLoader loader) {
        this.storage = storage;
        this.jobFolder = jobFolder;
        this.onlyFolder = onlyFolder;
        this.inlineThresholdBytes = inlineThresholdBytes;
        this.loader = loader;
    }

    /** Those of one savepoint: all are written into its folder, and slices are read that name it. */
    public static SnapshotFiles of(SavepointFolder savepoint, int inlineThresholdBytes, ClassLoader loader) {
        return new SnapshotFiles(savepoint.storage(), "", savepoint.name(), inlineThresholdBytes, loader);
    }

    /** The folder within the job's that a checkpoint's files go to. */
    private String folderOf(long checkpointId) {
        return onlyFolder == null ? CheckpointFolders.name(checkpointId) : onlyFolder;
    }

    /**
     * Writes a snapshot; it is released in every case. Once this returns the bytes are durable.
     *
     * @throws IOException where it can't be written, with nothing left behind; a value that can't be stored is named by
     *     operator, state and path
     */
    public SubtaskStateHandle write(SnapshotTarget target, SubtaskSnapshot snapshot) throws IOException {
        try {
            return writeSegment(target, snapshot);
        } finally {
            snapshot.release();
        }
    }

    private SubtaskStateHandle writeSegment(SnapshotTarget target, SubtaskSnapshot snapshot) throws IOException {
        String identity = CheckpointFolders.identity(onlyFolder == null ? jobFolder : onlyFolder, target);
        String name = CheckpointFolders.segment(target);
        String folder = CheckpointFolders.join(jobFolder, folderOf(target.checkpointId()));
        Written written = new Written();
        try {
            storage.write(CheckpointFolders.join(folder, name), file -> {
                SegmentOutput out = new SegmentOutput(file, inlineThresholdBytes, identity);
                written.index = new SegmentWriter(out, new Codecs(loader)).write(snapshot);
                written.out = out;
                if (!out.isInFile()) {
                    throw new StaysInline();
                }
            });
        } catch (StaysInline e) {
            return written.handle(identity, target.checkpointId(), null);
        }
        return written.handle(identity, target.checkpointId(), name);
    }

    /** Ends the writing of a file that isn't wanted: the segment fits the handle. */
    private static final class StaysInline extends IOException {
        private static final long serialVersionUID = 1L;

        StaysInline() {
            super("the segment stays below the inline threshold");
        }
    }

    /** What the writing of a segment gave. */
    private static final class Written {
        private @Nullable SegmentIndex index;
        private @Nullable SegmentOutput out;

        SubtaskStateHandle handle(String identity, long checkpointId, @Nullable String file) {
            SegmentIndex madeIndex = index;
            SegmentOutput made = out;
            if (madeIndex == null || made == null) {
                throw new IllegalStateException("the storage returned without having the content written: " + identity);
            }
            byte[] inline = file == null ? made.inline() : null;
            return new SubtaskStateHandle(
                    identity, checkpointId, file, inline, made.position(), made.crc32c(), madeIndex);
        }
    }

    /**
     * Reads what a subtask restores. Everything is verified when this returns; keyed values are decoded only when they
     * are replayed.
     *
     * @throws DamagedCheckpointException where a file is missing or not what was written: file named
     */
    public RestoredSubtask read(SubtaskSlice slice) throws IOException {
        List<Map<String, byte[]>> payloads = new ArrayList<>();
        for (int i = 0; i < slice.handles().size(); i++) {
            payloads.add(readHandle(slice, i));
        }
        Codecs codecs = new Codecs(loader);
        Map<String, RestoredOperator> operators = new TreeMap<>();
        for (OperatorSlice operator : slice.operators()) {
            operators.put(
                    operator.uid(),
                    new RestoredOperator(
                            operator.uid(),
                            keyed(slice, operator, payloads, codecs),
                            elements(slice, operator, payloads),
                            operator.eventTime(),
                            operator.drain()));
        }
        return new RestoredSubtask(operators, inFlight(slice, payloads, codecs), slice.unclaimed());
    }

    private RestoredInFlight inFlight(SubtaskSlice slice, List<Map<String, byte[]>> payloads, Codecs codecs)
            throws DamagedCheckpointException {
        SubtaskSlice.InFlightSlice wanted = slice.inFlight();
        Map<Integer, InFlightReader> readers = new HashMap<>();
        List<InFlight.Part> parts = new ArrayList<>();
        for (PartSlice part : wanted.parts()) {
            SubtaskStateHandle handle = slice.handles().get(part.handle());
            InFlightIndex index = requireInFlight(slice, handle);
            InFlightReader reader = readers.computeIfAbsent(
                    part.handle(), position -> new InFlightReader(path(slice, handle), index, codecs));
            List<InFlight.Kept> elements = reader.read(payloads.get(part.handle()), part, wanted.channels());
            if (!elements.isEmpty()) {
                InFlight.Side side = index.parts().get(part.part()).side();
                parts.add(new InFlight.Part(part.channel(), side, elements));
            }
        }
        InFlight underWay = new InFlight(wanted.times(), wanted.pendingAdvances(), parts);
        return new RestoredInFlight(underWay, wanted.channels());
    }

    private InFlightIndex requireInFlight(SubtaskSlice slice, SubtaskStateHandle handle)
            throws DamagedCheckpointException {
        InFlightIndex index = handle.index().inFlight();
        if (index == null) {
            throw new DamagedCheckpointException(path(slice, handle), "the index has no records under way");
        }
        return index;
    }

    private String path(SubtaskSlice slice, SubtaskStateHandle handle) {
        String folder = CheckpointFolders.join(jobFolder, slice.folder());
        return CheckpointFolders.join(
                folder,
                handle.file() == null ? CheckpointFolders.MANIFEST + " (" + handle.identity() + ")" : handle.file());
    }

    private Map<String, byte[]> readHandle(SubtaskSlice slice, int position) throws IOException {
        SubtaskStateHandle handle = slice.handles().get(position);
        List<SegmentReader.Wanted> wanted = wanted(slice, position);
        String path = path(slice, handle);
        SegmentReader reader = new SegmentReader(path, handle);
        if (handle.inline() != null) {
            return reader.read(handle.inline(), wanted);
        }
        try (InputStream in = storage.open(path)) {
            return reader.read(in, wanted);
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(path, "the file is missing", e);
        }
    }

    private static List<SegmentReader.Wanted> wanted(SubtaskSlice slice, int position) {
        SegmentIndex index = slice.handles().get(position).index();
        List<SegmentReader.Wanted> wanted = new ArrayList<>();
        for (PartSlice part : slice.inFlight().parts()) {
            if (part.handle() == position && index.inFlight() != null) {
                wanted.add(InFlightReader.wanted(index.inFlight(), part.part()));
            }
        }
        for (OperatorSlice operator : slice.operators()) {
            SegmentIndex.OperatorIndex stored = index.operator(operator.stored().uid());
            if (stored == null) {
                continue;
            }
            if (operator.keyedHandles().contains(position)) {
                addKeyed(operator, stored, wanted);
            }
            for (SegmentIndex.OperatorStateIndex state : stored.operatorStates()) {
                if (takes(operator, position, state.name())) {
                    String place = SegmentWriter.place(stored.uid(), state.name());
                    wanted.add(new SegmentReader.Wanted(place, state.offset(), state.length()));
                }
            }
        }
        return wanted;
    }

    /** Also where it takes none of the elements: what says that there are none is verified as well. */
    private static boolean takes(OperatorSlice operator, int position, String state) {
        return operator.elements().stream()
                .anyMatch(e -> e.handle() == position && e.state().equals(state));
    }

    private static void addKeyed(
            OperatorSlice operator, SegmentIndex.OperatorIndex stored, List<SegmentReader.Wanted> wanted) {
        for (SegmentIndex.KeyedStateIndex state : stored.keyedStates()) {
            for (SegmentIndex.Block block : state.groups()) {
                if (operator.stored().mayFeed(block.keyGroup(), operator.keyGroups())) {
                    String place = KeyedStateWriter.place(stored.uid(), state.name(), block.keyGroup());
                    wanted.add(new SegmentReader.Wanted(place, block.offset(), block.length()));
                }
            }
        }
    }

    private RestoredKeyedState keyed(
            SubtaskSlice slice, OperatorSlice operator, List<Map<String, byte[]>> payloads, Codecs codecs) {
        StoredKeyedState restored = new StoredKeyedState(operator.uid(), codecs);
        for (int position : operator.keyedHandles()) {
            SubtaskStateHandle handle = slice.handles().get(position);
            SegmentIndex.OperatorIndex stored =
                    handle.index().operator(operator.stored().uid());
            if (stored == null) {
                continue;
            }
            for (SegmentIndex.KeyedStateIndex state : stored.keyedStates()) {
                String name = operator.stored().nameNow(state.name());
                restored.addState(name, state);
                for (SegmentIndex.Block block : state.groups()) {
                    String place = KeyedStateWriter.place(stored.uid(), state.name(), block.keyGroup());
                    byte[] payload = payloads.get(position).get(place);
                    if (payload != null) {
                        restored.add(name, new StoredKeyedState.Piece(state, block, payload, path(slice, handle)));
                    }
                }
            }
        }
        Regrouping regrouping = operator.stored().regrouping();
        return regrouping == null
                ? restored
                : new RegroupedKeyedState(operator.uid(), restored, regrouping, operator.keyGroups());
    }

    private Map<String, List<byte[]>> elements(
            SubtaskSlice slice, OperatorSlice operator, List<Map<String, byte[]>> payloads)
            throws DamagedCheckpointException {
        Map<String, List<byte[]>> byState = new HashMap<>();
        for (ElementSlice part : operator.elements()) {
            List<byte[]> elements =
                    byState.computeIfAbsent(operator.stored().nameNow(part.state()), name -> new ArrayList<>());
            if (part.from() < part.to()) {
                byte[] payload = payloads.get(part.handle())
                        .get(SegmentWriter.place(operator.stored().uid(), part.state()));
                String file = path(slice, slice.handles().get(part.handle()));
                if (payload == null) {
                    throw new DamagedCheckpointException(
                            file,
                            "an operator's state is missing: operator=" + operator.uid() + ", state=" + part.state());
                }
                addElements(payload, part, file, elements);
            }
        }
        return byState;
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

    /** Deletes the files of a handle that no manifest will name. No error where they are gone. */
    public void discard(SubtaskStateHandle handle) throws IOException {
        String file = handle.file();
        if (file != null) {
            String folder = CheckpointFolders.join(jobFolder, folderOf(handle.checkpointId()));
            storage.delete(CheckpointFolders.join(folder, file));
        }
    }
}
