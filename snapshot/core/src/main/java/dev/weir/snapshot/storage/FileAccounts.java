package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which files of a job's folder are in use, counted by the manifests that list them. Plain: nothing is read or deleted here.
 * Paths are within the job's folder.
 *
 * <p>Invariants: a file is in use as long as a manifest that was added lists it; while one that can't be read is kept, all
 * files of its checkpoint and of older ones are in use, as it may list any of them.
 */
final class FileAccounts {

    private final TreeMap<Long, Set<String>> filesOf = new TreeMap<>();
    private final Map<String, Integer> uses = new HashMap<>();
    private final TreeSet<Long> unreadable = new TreeSet<>();

    /** A manifest is published. */
    void add(Manifest manifest) {
        Set<String> files = filesOf(manifest);
        if (filesOf.putIfAbsent(manifest.checkpointId(), files) == null) {
            files.forEach(file -> uses.merge(file, 1, Integer::sum));
        }
    }

    private static Set<String> filesOf(Manifest manifest) {
        Set<String> files = new HashSet<>();
        files.add(CheckpointFolders.name(manifest.checkpointId()) + "/" + CheckpointFolders.MANIFEST);
        for (SubtaskEntry entry : manifest.subtasks()) {
            files.addAll(entry.handle().files());
        }
        return files;
    }

    /** A manifest is published, but what it lists can't be told. */
    void addUnreadable(long checkpointId) {
        unreadable.add(checkpointId);
    }

    /** Ids of all that were added and not removed. */
    Set<Long> checkpoints() {
        Set<Long> all = new TreeSet<>(filesOf.keySet());
        all.addAll(unreadable);
        return all;
    }

    /** Whether what the manifest listed couldn't be told. */
    boolean isUnreadable(long checkpointId) {
        return unreadable.contains(checkpointId);
    }

    /**
     * A manifest is no longer kept, or never was.
     *
     * @return the files that it listed, those still in use among them
     */
    Set<String> remove(long checkpointId) {
        unreadable.remove(checkpointId);
        Set<String> files = filesOf.remove(checkpointId);
        if (files == null) {
            return Set.of();
        }
        files.forEach(file -> uses.computeIfPresent(file, (used, count) -> count == 1 ? null : count - 1));
        return files;
    }

    /** Whether a manifest lists the file. */
    boolean isListed(String path) {
        return uses.containsKey(path);
    }

    /** Whether a file must stay. */
    boolean isUsed(String path) {
        if (isListed(path)) {
            return true;
        }
        OptionalLong folder = CheckpointFolders.checkpointOf(path);
        return folder.isPresent() && !unreadable.isEmpty() && folder.getAsLong() <= unreadable.last();
    }

    /** Files of other checkpoints that the manifest lists and that nothing keeps: they may be gone any time. */
    Set<String> loose(Manifest manifest) {
        Set<String> loose = new TreeSet<>(filesOf(manifest));
        String own = CheckpointFolders.name(manifest.checkpointId()) + "/";
        loose.removeIf(file -> file.startsWith(own) || isUsed(file));
        return loose;
    }
}
