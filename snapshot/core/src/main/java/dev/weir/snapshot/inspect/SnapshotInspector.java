package dev.weir.snapshot.inspect;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SegmentIndex.OperatorIndex;
import dev.weir.snapshot.segment.StoredSegment;
import dev.weir.snapshot.storage.CheckpointStorages;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Looks into a savepoint or a retained checkpoint: nothing of it is changed, and no job is needed.
 *
 * <p>What is in it ({@link #info}) and whether it is whole ({@link #verify}) is told without any of the job's classes.
 * Single keys and values ({@link #state}) are read with these only; without them there is no more than the schemas as
 * text, the numbers and the sizes.
 *
 * <pre>{@code
 * try (SnapshotInspector inspector = SnapshotInspector.open("file:///var/lib/weir/job/chk-7")) {
 *     inspector.info().operators().forEach(System.out::println);
 *     inspector.state("count", "sum").get(42L).forEach(System.out::println);
 * }
 * }</pre>
 *
 * Methods block; any thread may call them.
 */
public final class SnapshotInspector implements AutoCloseable {

    private final SavepointFolder folder;
    private final Manifest manifest;
    private final SnapshotInfo info;
    private final ClassLoader loader;

    private SnapshotInspector(SavepointFolder folder, Manifest manifest, ClassLoader loader) {
        this.folder = folder;
        this.manifest = manifest;
        this.info = Contents.of(folder.uri(), manifest);
        this.loader = loader;
    }

    /**
     * Opens a snapshot; the job's classes are those that the calling thread's context finds.
     *
     * @param uri of the savepoint's folder, or of a checkpoint's: {@code <storage>/<job id>/chk-<id>}
     * @throws IllegalArgumentException where the URI names no folder, or nothing knows its scheme
     * @throws DamagedCheckpointException where the manifest is missing or not what was written
     * @throws IOException where it can't be read, or a newer version wrote it
     */
    public static SnapshotInspector open(String uri) throws IOException {
        return open(uri, contextLoader());
    }

    /**
     * The same with the job's classes from elsewhere.
     *
     * @param loader finds the classes of keys and values; asked only when entries are read
     */
    public static SnapshotInspector open(String uri, ClassLoader loader) throws IOException {
        SavepointFolder folder = SavepointFolder.at(uri, CheckpointStorages::openToRead);
        try {
            return open(folder, loader);
        } catch (IOException | RuntimeException e) {
            folder.storage().close();
            throw e;
        }
    }

    /** The same of a folder in a storage that is open, which {@link #close} closes. */
    public static SnapshotInspector open(SavepointFolder folder, ClassLoader loader) throws IOException {
        return new SnapshotInspector(folder, folder.read(), loader);
    }

    private static ClassLoader contextLoader() {
        @Nullable ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ofThread == null ? SnapshotInspector.class.getClassLoader() : ofThread;
    }

    /**
     * Reads all files of a snapshot, as {@link #verify()}, and names the manifest where that is what is damaged.
     *
     * @throws IllegalArgumentException where the URI names no folder, or nothing knows its scheme
     * @throws IOException where its storage can't be read at all
     */
    public static List<DamagedFile> verify(String uri) throws IOException {
        SavepointFolder folder = SavepointFolder.at(uri, CheckpointStorages::openToRead);
        try {
            return verify(folder);
        } finally {
            folder.storage().close();
        }
    }

    /**
     * Reads all files and checks every length and checksum. Memory: one key group of one state.
     *
     * @return what is damaged, missing or can't be read; empty where the snapshot is whole
     */
    public List<DamagedFile> verify() {
        return verify(folder);
    }

    private static List<DamagedFile> verify(SavepointFolder folder) {
        Manifest manifest;
        try {
            manifest = folder.read();
        } catch (IOException | RuntimeException unreadable) {
            return List.of(new DamagedFile(
                    CheckpointFolders.join(folder.name(), CheckpointFolders.MANIFEST), reason(unreadable)));
        }
        Map<String, DamagedFile> damaged = new LinkedHashMap<>();
        for (SubtaskEntry entry : manifest.subtasks()) {
            StoredSegment segment = new StoredSegment(folder, entry.handle());
            for (String file : segment.files()) {
                try {
                    segment.verify(file);
                } catch (IOException | RuntimeException unreadable) {
                    damaged.putIfAbsent(file, new DamagedFile(file, reason(unreadable)));
                }
            }
        }
        return List.copyOf(damaged.values());
    }

    private static String reason(Exception unreadable) {
        boolean isOurs = unreadable instanceof DamagedCheckpointException && unreadable.getMessage() != null;
        return isOurs ? String.valueOf(unreadable.getMessage()) : unreadable.toString();
    }

    /** What is in it. */
    public SnapshotInfo info() {
        return info;
    }

    /**
     * A keyed state, or the timers of that name; nothing is read yet.
     *
     * @param uid the operator's name when it was stored
     * @param state the state's name when it was stored
     * @throws NoSuchElementException where there is none: those there are named
     * @throws UnsupportedOperationException where it is in files of its state backend
     */
    public InspectedState state(String uid, String state) {
        OperatorInfo operator = info.operator(uid);
        KeyedStateInfo found = operator.keyedState(state);
        if (found.backend() != null) {
            throw new UnsupportedOperationException("entries are read from key groups, not from a backend's own files:"
                    + " operator=" + uid + ", state=" + state + ", backend=" + found.backend()
                    + "; take a savepoint, which has the form of every backend, and look into that");
        }
        List<EntryIterator.Part> parts = new ArrayList<>();
        for (SubtaskEntry entry : bySubtask()) {
            OperatorIndex stored = entry.handle().index().operator(uid);
            if (stored != null) {
                StoredSegment segment = new StoredSegment(folder, entry.handle());
                for (KeyedStateIndex index : stored.keyedStates()) {
                    if (index.name().equals(state)) {
                        index.groups().stream()
                                .map(Block::segment)
                                .distinct()
                                .forEach(number -> parts.add(new EntryIterator.Part(segment, index, number)));
                    }
                }
            }
        }
        return InspectedState.of(operator, found, parts, loader);
    }

    private List<SubtaskEntry> bySubtask() {
        return manifest.subtasks().stream()
                .sorted(Comparator.comparingInt(SubtaskEntry::index))
                .toList();
    }

    @Override
    public void close() {
        folder.storage().close();
    }
}
