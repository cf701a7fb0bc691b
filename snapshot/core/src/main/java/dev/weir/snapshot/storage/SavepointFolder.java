package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;

/**
 * A savepoint's folder. All that belongs to the savepoint is in it, with relative paths: it may be moved. Methods block;
 * any thread may call them.
 *
 * @param place URI of the storage that the folder is in
 * @param name the folder within the storage
 */
public record SavepointFolder(String place, CheckpointStorage storage, String name) {

    /** Opens storages; the same URI gives the same storage. */
    @FunctionalInterface
    public interface Storages {
        /** Opens one. @throws IOException where it can't be used, with the reason */
        CheckpointStorage open(String uri) throws IOException;
    }

    /** The folder of a new savepoint. */
    public static SavepointFolder of(String place, CheckpointStorage storage, String jobId, long checkpointId) {
        return new SavepointFolder(place, storage, "savepoint-" + jobId + "-" + checkpointId);
    }

    /**
     * The folder that a URI names; nothing is read yet.
     *
     * @throws IllegalArgumentException where the URI names no folder within a storage
     * @throws IOException where its storage can't be used
     */
    public static SavepointFolder at(String uri, Storages storages) throws IOException {
        String path = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
        int slash = path.lastIndexOf('/');
        if (slash <= 0 || slash == path.length() - 1) {
            throw new IllegalArgumentException("a savepoint is named by the URI of its own folder: got '" + uri
                    + "'; write file:///path/savepoint-job-1");
        }
        String place = path.substring(0, slash);
        boolean isRoot = place.endsWith(":") || place.endsWith("/");
        return new SavepointFolder(place, storages.open(isRoot ? place + "/" : place), path.substring(slash + 1));
    }

    /** The URI of the folder: what people name the savepoint by. */
    public String uri() {
        return place + (place.endsWith("/") ? "" : "/") + name;
    }

    String manifestPath() {
        return CheckpointFolders.join(name, CheckpointFolders.MANIFEST);
    }

    /**
     * Reads the manifest; its own checksum is verified.
     *
     * @throws DamagedCheckpointException where it is missing or not what was written: file named
     */
    public Manifest read() throws IOException {
        return Manifest.parse(manifestPath(), readBytes());
    }

    byte[] readBytes() throws IOException {
        try (InputStream in = storage.open(manifestPath())) {
            return in.readAllBytes();
        } catch (NoSuchFileException e) {
            throw new DamagedCheckpointException(
                    manifestPath(), "the file is missing below " + place + ", so this is no savepoint", e);
        }
    }

    /** Removes all its files; no error where they are gone. */
    public void delete() throws IOException {
        for (CheckpointStorage.StoredFile file : storage.list(name)) {
            storage.delete(file.path());
        }
    }
}
