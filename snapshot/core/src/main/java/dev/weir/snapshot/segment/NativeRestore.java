package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.Sealed;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend.Fetch;
import dev.weir.snapshot.plugin.StateBackend.NativePart;
import dev.weir.snapshot.restore.Regrouping;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.storage.CheckpointStorage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Has native files read by the backend that wrote them. Blocks; one thread, but for what it gives to the backend.
 *
 * <p>Invariant: a file is the backend's only once its length and checksum were verified; a forged length costs no more
 * disk than the stored file has bytes.
 */
final class NativeRestore {

    private static final int BUFFER_BYTES = 1 << 16;

    private final CheckpointStorage storage;
    private final SlicePaths paths;
    private final SubtaskSlice slice;
    private final List<Map<String, byte[]>> payloads;
    private final NativeReads reads;

    /** @param payloads of the slice's handles, by place */
    NativeRestore(
            CheckpointStorage storage,
            SlicePaths paths,
            SubtaskSlice slice,
            List<Map<String, byte[]>> payloads,
            NativeReads reads) {
        this.storage = storage;
        this.paths = paths;
        this.slice = slice;
        this.payloads = payloads;
        this.reads = reads;
    }

    /** What blocks hold of an operator together with what its native files hold. */
    RestoredKeyedState join(OperatorSlice operator, RestoredKeyedState stored) throws IOException {
        Map<String, List<NativePart>> byBackend = new TreeMap<>();
        for (int position : operator.keyedHandles()) {
            SegmentIndex.OperatorIndex index = slice.handles()
                    .get(position)
                    .index()
                    .operator(operator.stored().uid());
            NativeIndex files = index == null ? null : index.nativeState();
            if (files != null) {
                byBackend
                        .computeIfAbsent(files.backend(), added -> new ArrayList<>())
                        .add(new NativePart(
                                position, files, fetch(operator.stored().uid(), position)));
            }
        }
        if (byBackend.isEmpty()) {
            return stored;
        }
        List<RestoredKeyedState> all = new ArrayList<>(List.of(stored));
        for (Map.Entry<String, List<NativePart>> parts : byBackend.entrySet()) {
            RestoredKeyedState read = reads.backends()
                    .of(parts.getKey())
                    .restore(spec(operator, parts.getValue().get(0).index()), parts.getValue());
            all.add(new RenamedKeyedState(read, operator.stored()));
        }
        return new JoinedKeyedState(all);
    }

    /** The key groups are those that the files count by. */
    private KeyedStateSpec spec(OperatorSlice operator, NativeIndex files) {
        Regrouping regrouping = operator.stored().regrouping();
        KeyGroupRange groups =
                regrouping == null ? operator.keyGroups() : new KeyGroupRange(0, files.maxParallelism() - 1);
        return new KeyedStateSpec(
                operator.uid(),
                slice.index(),
                reads.attempt(),
                groups,
                files.maxParallelism(),
                RestoredKeyedState.EMPTY,
                reads.processingTimeMillis());
    }

    private Fetch fetch(String storedUid, int position) {
        SubtaskStateHandle handle = slice.handles().get(position);
        return (file, target) -> {
            String path = file.path();
            if (path == null) {
                copyPacked(storedUid, position, file, target);
            } else {
                copy(paths.of(handle, path), file, target);
            }
        };
    }

    private void copyPacked(String storedUid, int position, NativeFile file, Path target) throws IOException {
        byte[] content = payloads.get(position).get(SegmentWriter.nativePlace(storedUid, file.name()));
        if (content == null || Sealed.crc32c(content) != file.crc32c()) {
            throw new DamagedCheckpointException(
                    paths.own(slice.handles().get(position)),
                    "a native file is missing or another's: operator=" + storedUid + ", file=" + file.name());
        }
        Files.write(target, content, StandardOpenOption.CREATE_NEW);
    }

    private void copy(String path, NativeFile file, Path target) throws IOException {
        try (InputStream in = storage.open(path)) {
            copy(path, file, in, target);
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(path, "the file is missing", e);
        } catch (DamagedCheckpointException damaged) {
            Files.deleteIfExists(target);
            throw damaged;
        }
    }

    private static void copy(String path, NativeFile file, InputStream in, Path target) throws IOException {
        CRC32C checksum = new CRC32C();
        long length = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            for (int read = in.read(buffer); read >= 0 && length <= file.sizeBytes(); read = in.read(buffer)) {
                checksum.update(buffer, 0, read);
                out.write(buffer, 0, read);
                length += read;
            }
        }
        if (length != file.sizeBytes()) {
            throw new DamagedCheckpointException(
                    path,
                    "the length differs: found=" + (length > file.sizeBytes() ? "more" : length) + ", expected="
                            + file.sizeBytes());
        }
        if ((int) checksum.getValue() != file.crc32c()) {
            throw new DamagedCheckpointException(
                    path,
                    "the checksum differs: stored=" + Integer.toHexString(file.crc32c()) + ", computed="
                            + Integer.toHexString((int) checksum.getValue()));
        }
    }
}
