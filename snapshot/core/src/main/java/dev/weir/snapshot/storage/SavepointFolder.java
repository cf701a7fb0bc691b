package dev.weir.snapshot.storage;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Sealed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A savepoint's folder. All that belongs to the savepoint is in it, with relative paths: it may be moved. Methods block;
 * any thread may call them.
 *
 * @param place URI of the storage that the folder is in
 * @param name the folder within the storage
 */
public record SavepointFolder(String place, CheckpointStorage storage, String name) {

    private static final String CLAIM = "claimed.json";
    private static final long MISSING = -1;

    /** Opens storages; the same URI gives the same storage. */
    @FunctionalInterface
    public interface Storages {
        /** Opens one. @throws IOException where it can't be used, with the reason */
        CheckpointStorage open(String uri) throws IOException;

        /** Opens one that is only read, without writing anything. @throws IOException where it can't be read */
        default CheckpointStorage openToRead(String uri) throws IOException {
            return open(uri);
        }
    }

    /** The folder of a new savepoint. */
    public static SavepointFolder of(String place, CheckpointStorage storage, String jobId, long checkpointId) {
        return new SavepointFolder(place, storage, "savepoint-" + jobId + "-" + checkpointId);
    }

    /**
     * The folder that a URI names, to be read; nothing is read yet.
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
        return new SavepointFolder(place, storages.openToRead(storageOf(place)), path.substring(slash + 1));
    }

    private static String storageOf(String place) {
        boolean isRoot = place.endsWith(":") || place.endsWith("/");
        return isRoot ? place + "/" : place;
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

    /** The same folder, to be changed. @throws IOException where its storage can't be written */
    public SavepointFolder writable(Storages storages) throws IOException {
        return new SavepointFolder(place, storages.open(storageOf(place)), name);
    }

    /** Who has claimed the savepoint; empty where nobody has. */
    public Optional<SavepointClaim> claim() throws IOException {
        try (InputStream in = storage.open(claimPath())) {
            return Optional.of(
                    Sealed.value(claimPath(), Sealed.open(claimPath(), in.readAllBytes()), new TypeReference<>() {}));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Claims the savepoint, once and for all.
     *
     * @param isVoid whether a claim of the same job that is there never took effect, as its start was cut off
     * @return the claim that stands: this one, or another's
     */
    public SavepointClaim claim(SavepointClaim wanted, Predicate<SavepointClaim> isVoid) throws IOException {
        Optional<SavepointClaim> found = claim();
        if (found.isPresent() && found.get().isOfJob(wanted) && isVoid.test(found.get())) {
            storage.delete(claimPath());
        }
        storage.putIfAbsent(claimPath(), Sealed.seal(wanted));
        return claim().orElse(wanted);
    }

    private String claimPath() {
        return CheckpointFolders.join(name, CLAIM);
    }

    /**
     * What is missing or has another length, by file: of a savepoint that was copied by half, say, or of a checkpoint whose
     * folder was moved away from older ones that it refers to. Contents are verified when they are read.
     */
    public List<String> incomplete(Manifest manifest) throws IOException {
        Map<String, Long> expected = new TreeMap<>();
        manifest.subtasks().forEach(entry -> expected.putAll(entry.handle().lengths()));
        Map<String, Map<String, Long>> listed = new HashMap<>();
        List<String> faults = new ArrayList<>();
        String own = CheckpointFolders.name(manifest.checkpointId()) + "/";
        for (Map.Entry<String, Long> file : expected.entrySet()) {
            boolean isOwn = file.getKey().startsWith(own);
            String path = isOwn ? CheckpointFolders.join(name, file.getKey().substring(own.length())) : file.getKey();
            String folder = path.substring(0, path.lastIndexOf('/'));
            if (!listed.containsKey(folder)) {
                listed.put(folder, lengths(folder));
            }
            String told = isOwn ? file.getKey().substring(own.length()) : file.getKey();
            long found = listed.get(folder).getOrDefault(path, MISSING);
            if (found == MISSING) {
                faults.add(told + " is missing");
            } else if (found != file.getValue()) {
                faults.add(told + " has " + found + " bytes instead of " + file.getValue());
            }
        }
        return faults;
    }

    private Map<String, Long> lengths(String folder) throws IOException {
        Map<String, Long> lengths = new HashMap<>();
        storage.list(folder).forEach(file -> lengths.put(file.path(), file.length()));
        return lengths;
    }

    /**
     * Removes all that is only its own; no error where it is gone. A checkpoint of a job may share files with those beside
     * it: what another manifest there lists stays, and what only this one lists goes, wherever it is.
     *
     * @throws IOException where a manifest beside it can't be read, as it may list any file; nothing is removed then
     */
    public void deleteUnshared() throws IOException {
        if (CheckpointFolders.checkpointOf(manifestPath()).isEmpty()) {
            delete();
            return;
        }
        Set<String> going = new TreeSet<>();
        Set<String> listedBeside = new HashSet<>();
        for (CheckpointStorage.StoredFile file : storage.list("")) {
            String path = file.path();
            if (path.startsWith(name + "/")) {
                going.add(path);
            } else if (path.endsWith("/" + CheckpointFolders.MANIFEST)) {
                listedBeside.addAll(filesOf(path));
            }
        }
        if (going.contains(manifestPath())) {
            going.addAll(filesOf(manifestPath()));
        }
        going.removeAll(listedBeside);
        going.remove(manifestPath());
        for (String path : going) {
            storage.delete(path);
        }
        storage.delete(manifestPath()); // the last, so that it can be tried again
    }

    private Set<String> filesOf(String manifestPath) throws IOException {
        Set<String> files = new HashSet<>();
        try (InputStream in = storage.open(manifestPath)) {
            Manifest.parse(manifestPath, in.readAllBytes())
                    .subtasks()
                    .forEach(entry -> files.addAll(entry.handle().files()));
        }
        return files;
    }

    /** Removes all its files; no error where they are gone. */
    public void delete() throws IOException {
        for (CheckpointStorage.StoredFile file : storage.list(name)) {
            storage.delete(file.path());
        }
    }
}
