package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.SegmentIndex.OtherSegment;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import dev.weir.snapshot.storage.MemoryStorage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What must hold of published checkpoints: ids are used once and rise, epochs don't fall, all files are there before they
 * are named, each was written by the attempt that triggered the round, and nothing that is kept is deleted.
 */
final class CheckpointOracle implements SimulatedStorage.Deletions {

    private final String jobId;
    private final int retained;
    private final Map<Long, Fence> triggered = new HashMap<>();
    private final TreeMap<Long, Set<String>> kept = new TreeMap<>();
    private final Map<Long, Set<String>> savepoints = new HashMap<>();
    private final Map<Long, Set<String>> handedOut = new HashMap<>();
    private long published;
    private long recoverable;
    private long epoch;

    CheckpointOracle(String jobId, int retained) {
        this.jobId = jobId;
        this.retained = retained;
    }

    /** The newest that recovery can restore; a savepoint is none, but that of a stop is. */
    long recoverable() {
        return recoverable;
    }

    void onTriggered(long checkpointId, Fence fence) {
        Fence before = triggered.put(checkpointId, fence);
        if (before != null) {
            throw new Violation(
                    "a checkpoint id is used once",
                    "id=" + checkpointId + ", first by=" + before + ", then by=" + fence);
        }
    }

    /**
     * A checkpoint or savepoint is published: what it names must be durable.
     *
     * @param folder where its files are
     */
    void onPublished(RoundContent content, String folder, MemoryStorage files) {
        long id = content.checkpointId();
        Fence fence = content.fence();
        if (id <= published || fence.epoch() < epoch) {
            throw new Violation(
                    "published ids rise, and so do epochs",
                    "id=" + id + ", epoch=" + fence.epoch() + ", before: id=" + published + ", epoch=" + epoch);
        }
        if (!fence.equals(triggered.get(id))) {
            throw new Violation(
                    "a round is completed by the attempt that triggered it",
                    "id=" + id + ", triggered by=" + triggered.get(id) + ", completed by=" + fence);
        }
        published = id;
        epoch = fence.epoch();
        Map<String, Long> lengths = new HashMap<>();
        files.list(folder).forEach(file -> lengths.put(file.path(), file.length()));
        Set<String> named = new HashSet<>();
        for (SubtaskStateHandle handle : content.subtasks().values()) {
            if (handle.file() != null) {
                String path = CheckpointFolders.join(folder, handle.file());
                filesAreThere(content, handle, path, lengths);
                named.add(path);
            }
            handle.index().others().forEach(other -> named.add(otherIsThere(id, other, files)));
        }
        if (content.kind() == SnapshotKind.CHECKPOINT) {
            keep(id, named);
        } else {
            named.add(CheckpointFolders.join(folder, CheckpointFolders.MANIFEST));
            savepoints.put(id, named);
        }
        if (content.kind() != SnapshotKind.SAVEPOINT) {
            recoverable = id;
        }
    }

    /** @return the path within the storage */
    private String otherIsThere(long id, OtherSegment other, MemoryStorage files) {
        String path = CheckpointFolders.join(jobId, other.path());
        long length = files.list(path.substring(0, path.lastIndexOf('/'))).stream()
                .filter(file -> file.path().equals(path))
                .mapToLong(StoredFile::length)
                .findFirst()
                .orElse(-1);
        if (length != other.sizeBytes()) {
            throw new Violation(
                    "what a checkpoint refers to is there when it is published",
                    "id=" + id + ", file=" + path + ", length=" + length + ", named length=" + other.sizeBytes());
        }
        return path;
    }

    private static void filesAreThere(
            RoundContent content, SubtaskStateHandle handle, String path, Map<String, Long> lengths) {
        if (lengths.getOrDefault(path, -1L) != handle.sizeBytes()) {
            throw new Violation(
                    "what a checkpoint names is there before it is published",
                    "id=" + content.checkpointId() + ", file=" + path + ", length=" + lengths.get(path)
                            + ", named length=" + handle.sizeBytes());
        }
        Fence fence = content.fence();
        String writer = "/e" + fence.epoch() + "-a" + fence.attempt() + "-";
        if (!path.contains(writer)) {
            throw new Violation(
                    "a round is completed by acknowledgements of its own attempt",
                    "id=" + content.checkpointId() + ", attempt=" + fence + ", file=" + path);
        }
    }

    /** A new coordinator has found this checkpoint published: its maker may have died before it knew. */
    void onFound(Manifest manifest) {
        long id = manifest.checkpointId();
        if (id < recoverable) {
            throw new Violation(
                    "a start finds the newest published checkpoint", "found=" + id + ", published=" + recoverable);
        }
        if (id > recoverable) {
            published = Math.max(published, id);
            recoverable = id;
            epoch = manifest.epoch();
            Set<String> named = new HashSet<>();
            manifest.subtasks()
                    .forEach(entry ->
                            entry.handle().files().forEach(path -> named.add(CheckpointFolders.join(jobId, path))));
            if (manifest.kind() == Manifest.Kind.CHECKPOINT) {
                keep(id, named);
            }
        }
    }

    /** A savepoint is somebody's now: nobody removes it. */
    void onHandedOut(long id) {
        handedOut.put(id, savepoints.getOrDefault(id, Set.of()));
    }

    /** Another lineage begins: checkpoints of older ones are no longer kept. */
    void onNewLineage() {
        kept.clear();
    }

    private void keep(long id, Set<String> files) {
        Set<String> all = new HashSet<>(files);
        all.add(CheckpointFolders.join(jobId, CheckpointFolders.name(id) + "/" + CheckpointFolders.MANIFEST));
        kept.put(id, all);
        while (kept.size() > retained) {
            kept.pollFirstEntry();
        }
    }

    @Override
    public void onDeleted(String path) {
        requireUnnamed(kept, path);
        requireUnnamed(handedOut, path);
    }

    private static void requireUnnamed(Map<Long, Set<String>> named, String path) {
        named.forEach((id, files) -> {
            if (files.contains(path)) {
                throw new Violation("what a kept checkpoint names is not deleted", "id=" + id + ", file=" + path);
            }
        });
    }
}
