package dev.weir.engine.job;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The files that manifests list, as paths within the storage. */
record ReachableFiles(CheckpointStorage storage, String job) {

    Set<String> besideTheLog() throws IOException {
        Set<String> there = new TreeSet<>();
        for (StoredFile file : storage.list("")) {
            if (!file.path().startsWith(job + "/log/")) {
                there.add(file.path());
            }
        }
        return there;
    }

    Set<String> ofCheckpoint(long id) throws IOException {
        Set<String> files = new TreeSet<>();
        files.add(manifestPath(id));
        for (SubtaskEntry entry : manifest(id).subtasks()) {
            entry.handle().files().forEach(file -> files.add(CheckpointFolders.join(job, file)));
        }
        return files;
    }

    static Set<String> ofSavepoint(SavepointFolder folder) throws IOException {
        Set<String> files = new TreeSet<>();
        files.add(folder.name() + "/" + CheckpointFolders.MANIFEST);
        for (SubtaskEntry entry : folder.read().subtasks()) {
            int own = (CheckpointFolders.name(entry.handle().checkpointId()) + "/").length();
            entry.handle().files().forEach(file -> files.add(folder.name() + "/" + file.substring(own)));
        }
        return files;
    }

    private String manifestPath(long id) {
        return CheckpointFolders.join(job, CheckpointFolders.name(id)) + "/" + CheckpointFolders.MANIFEST;
    }

    private Manifest manifest(long id) throws IOException {
        try (InputStream in = storage.open(manifestPath(id))) {
            return Manifest.parse(manifestPath(id), in.readAllBytes());
        }
    }

    /** How many parts of the checkpoints refer to files of others. */
    long sharing(List<Long> checkpoints) throws IOException {
        long sharing = 0;
        for (long id : checkpoints) {
            sharing += manifest(id).subtasks().stream()
                    .filter(entry -> entry.handle().files().size()
                            > entry.handle().ownFiles().size())
                    .count();
        }
        return sharing;
    }
}
