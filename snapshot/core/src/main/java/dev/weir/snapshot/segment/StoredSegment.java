package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OtherSegment;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * What one subtask has written, in its own segment and in those of older checkpoints, read by whoever looks at a snapshot
 * without restoring it. Memory: one block. Methods block; any thread may call them.
 */
public final class StoredSegment {

    private static final int BUFFER_BYTES = 1 << 16;

    private final CheckpointStorage storage;
    private final SubtaskStateHandle handle;
    private final SlicePaths paths;

    /** The segment of a handle in the manifest of that folder; nothing is read yet. */
    public StoredSegment(SavepointFolder folder, SubtaskStateHandle handle) {
        this.storage = folder.storage();
        this.handle = handle;
        this.paths = new SlicePaths("", folder.name());
    }

    /** What is in it. */
    public SegmentIndex index() {
        return handle.index();
    }

    /** The files that hold something of it, by their paths within the storage, its own first. */
    public List<String> files() {
        Set<String> files = new LinkedHashSet<>();
        files.add(paths.own(handle));
        for (int segment = 1; segment <= index().others().size(); segment++) {
            files.add(paths.of(handle, segment));
        }
        index().nativeFiles()
                .map(NativeFile::path)
                .filter(Objects::nonNull)
                .forEach(path -> files.add(paths.of(handle, path)));
        return List.copyOf(files);
    }

    /**
     * Reads all that the snapshot needs of a file: heads, blocks and native files against lengths and checksums, and its
     * own segment as a whole.
     *
     * @param file one of {@link #files}
     * @throws DamagedCheckpointException where it is missing or not what was written: file named
     * @throws IOException where it can't be read
     */
    public void verify(String file) throws IOException {
        if (file.equals(paths.own(handle))) {
            verifyOwn();
            return;
        }
        for (int segment = 1; segment <= index().others().size(); segment++) {
            if (file.equals(paths.of(handle, segment))) {
                verify(segment);
                return;
            }
        }
        List<NativeFile> natives = index().nativeFiles()
                .filter(each -> each.path() != null && file.equals(paths.of(handle, each.path())))
                .toList();
        for (NativeFile each : natives) {
            verify(file, each);
        }
    }

    private void verifyOwn() throws IOException {
        CRC32C checksum = new CRC32C();
        SegmentReader reader = reader(Block.OWN);
        try (InputStream in = new CheckedInputStream(open(Block.OWN), checksum)) {
            SegmentReader.Pass pass = reader.new Pass(in);
            for (SegmentReader.Wanted block : ownBlocks()) {
                pass.next(block);
            }
            pass.end();
        }
        reader.requireChecksum(handle.crc32c(), (int) checksum.getValue());
    }

    private void verify(int segment) throws IOException {
        try (InputStream in = open(segment)) {
            SegmentReader.Pass pass = reader(segment).new Pass(in);
            for (SegmentReader.Wanted block : inOrder(keyedBlocks(segment))) {
                pass.next(block);
            }
        }
    }

    private void verify(String path, NativeFile file) throws IOException {
        CRC32C checksum = new CRC32C();
        long length = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = open(path)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                checksum.update(buffer, 0, read);
                length += read;
            }
        }
        if (length != file.sizeBytes()) {
            throw new DamagedCheckpointException(
                    path, "the length differs: found=" + length + ", expected=" + file.sizeBytes());
        }
        if ((int) checksum.getValue() != file.crc32c()) {
            throw new DamagedCheckpointException(
                    path,
                    "the checksum differs: stored=" + Integer.toHexString(file.crc32c()) + ", computed="
                            + Integer.toHexString((int) checksum.getValue()));
        }
    }

    private List<SegmentReader.Wanted> ownBlocks() {
        List<SegmentReader.Wanted> blocks = keyedBlocks(Block.OWN);
        for (SegmentIndex.OperatorIndex operator : index().operators()) {
            for (SegmentIndex.OperatorStateIndex state : operator.operatorStates()) {
                String place = SegmentWriter.place(operator.uid(), state.name());
                blocks.add(new SegmentReader.Wanted(place, state.offset(), state.length()));
            }
            NativeIndex natives = operator.nativeState();
            if (natives != null) {
                natives.files().stream()
                        .filter(file -> file.path() == null)
                        .forEach(file -> blocks.add(SliceBlocks.wanted(operator.uid(), file)));
            }
        }
        InFlightIndex inFlight = index().inFlight();
        if (inFlight != null) {
            for (int part = 0; part < inFlight.parts().size(); part++) {
                blocks.add(InFlightReader.wanted(inFlight, part));
            }
        }
        return inOrder(blocks);
    }

    private List<SegmentReader.Wanted> keyedBlocks(int segment) {
        List<SegmentReader.Wanted> blocks = new ArrayList<>();
        for (SegmentIndex.OperatorIndex operator : index().operators()) {
            for (KeyedStateIndex state : operator.keyedStates()) {
                state.groups().stream()
                        .filter(block -> block.segment() == segment)
                        .forEach(block -> blocks.add(wanted(operator.uid(), state, block)));
            }
        }
        return blocks;
    }

    private static List<SegmentReader.Wanted> inOrder(List<SegmentReader.Wanted> blocks) {
        blocks.sort(Comparator.comparingLong(SegmentReader.Wanted::offset));
        return blocks;
    }

    private static SegmentReader.Wanted wanted(String uid, KeyedStateIndex state, Block block) {
        return new SegmentReader.Wanted(
                KeyedStateWriter.place(uid, state.name(), block.keyGroup()), block.offset(), block.length());
    }

    private SegmentReader reader(int segment) {
        String path = paths.of(handle, segment);
        if (segment == Block.OWN) {
            return new SegmentReader(path, handle.identity(), handle.sizeBytes());
        }
        OtherSegment other = index().others().get(segment - 1);
        return new SegmentReader(path, other.identity(), other.sizeBytes());
    }

    private InputStream open(int segment) throws IOException {
        byte[] inline = segment == Block.OWN ? handle.inline() : null;
        return inline == null ? open(paths.of(handle, segment)) : new ByteArrayInputStream(inline);
    }

    private InputStream open(String path) throws IOException {
        try {
            return storage.open(path);
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(path, "the file is missing", e);
        }
    }

    /**
     * Opens one of its segments to read blocks of one keyed state.
     *
     * @param uid the operator's stored name
     * @param state one of this segment's
     * @param segment {@link Block#OWN}, or a number that a block of the state has
     */
    public KeyedBlocks open(String uid, KeyedStateIndex state, int segment, Codecs codecs) throws IOException {
        InputStream in = open(segment);
        try {
            return new KeyedBlocks(uid, state, codecs, paths.of(handle, segment), in, reader(segment).new Pass(in));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** An open segment. One thread, once through. */
    public static final class KeyedBlocks implements AutoCloseable {

        private final String uid;
        private final KeyedStateIndex state;
        private final Codecs codecs;
        private final String path;
        private final InputStream in;
        private final SegmentReader.Pass pass;

        private KeyedBlocks(
                String uid,
                KeyedStateIndex state,
                Codecs codecs,
                String path,
                InputStream in,
                SegmentReader.Pass pass) {
            this.uid = uid;
            this.state = state;
            this.codecs = codecs;
            this.path = path;
            this.in = in;
            this.pass = pass;
        }

        /**
         * Verifies a key group and pushes its entries. Blocks come in the order they lie.
         *
         * @param declared what the entries are read as
         * @throws DamagedCheckpointException where it is not what was written: file named
         * @throws dev.weir.snapshot.backend.StateRegistrationException where what is stored can't be read as that
         */
        public void replay(Block block, StateMeta declared, KeyedStateSink sink) throws IOException {
            byte[] payload = pass.next(wanted(uid, state, block));
            StoredKeyedState stored = new StoredKeyedState(uid, codecs);
            stored.addState(declared.name(), state);
            stored.add(declared.name(), new StoredKeyedState.Piece(state, block, payload, path, new Object()));
            stored.replay(declared, sink);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
