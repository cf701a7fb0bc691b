package dev.weir.operators.sink.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a sink. Uncommitted files are in a hidden folder inside it, {@value #STAGING}, which goes away when it is
 * empty; a committed one gets its place by a hard link, which never replaces a file. Nothing is written outside of it, also
 * not through symbolic links in it. Blocks; any thread.
 */
final class SinkFolder {

    static final String STAGING = ".weir-parts";

    private static final int ATTEMPTS = 100;
    private static final String RULE =
            "a file sink needs a folder that can be written, on a file system with hard links: folder=";

    private final Path root;
    private final Path staging;

    SinkFolder(Path root) {
        this.root = root;
        this.staging = root.resolve(STAGING);
    }

    /** Creates the folder where it is missing, and tries out what a commit needs. @return the folder by its real path */
    static SinkFolder open(Path folder, List<String> probeNames) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        try {
            createFolders(absolute);
            SinkFolder opened = new SinkFolder(absolute.toRealPath());
            opened.probe(probeNames.get(0), probeNames.get(1));
            return opened;
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            throw new IOException(RULE + absolute + ": " + e + "; name another, or make it writable", e);
        }
    }

    private void probe(String name, String linked) throws IOException {
        try {
            create(name).close();
            Files.createLink(staging.resolve(linked), staging.resolve(name));
        } finally {
            removeHidden(name);
            removeHidden(linked);
        }
    }

    Path root() {
        return root;
    }

    /** A new hidden file, open for writing. */
    FileChannel create(String hiddenName) throws IOException {
        for (int attempt = 1; ; attempt++) {
            createFolders(staging);
            try {
                return FileChannel.open(
                        staging.resolve(hiddenName), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } catch (NoSuchFileException e) {
                // another subtask has just removed the staging folder, which was empty until now
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Makes the names of all hidden files durable. */
    void forceHidden() throws IOException {
        force(staging);
        force(root);
    }

    Path hidden(String name) {
        return staging.resolve(name);
    }

    Path committed(String relative) {
        return root.resolve(relative);
    }

    /** The names of all hidden files, whoever made them. */
    List<String> hiddenNames() throws IOException {
        try (Stream<Path> files = Files.list(staging)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    void removeHidden(String name) throws IOException {
        try {
            Files.deleteIfExists(staging.resolve(name));
        } catch (NotDirectoryException e) {
            return; // then there is none
        }
    }

    /** Removes the staging folder, unless there is something in it. */
    void removeStagingIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(staging);
        } catch (DirectoryNotEmptyException e) {
            return; // somebody still uses it
        }
    }

    /** In bytes; {@link Placement#NO_FILE} where there is none. */
    static long lengthOf(Path file) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile()) {
                throw new IOException("the name of a part is taken by something that isn't a file: " + file
                        + "; remove it, and the commit goes on");
            }
            return found.size();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Placement.NO_FILE;
        }
    }

    /** Whether a bucket's folder can be there: nothing else has its name, and no link leads out. */
    void requireBucket(String bucket) throws IOException {
        Path folder;
        try {
            folder = root.resolve(bucket).normalize();
        } catch (InvalidPathException e) {
            throw new IOException("a bucket must be a path of the file system: bucket '" + bucket + "'", e);
        }
        requireInside(bucket, existing(folder));
    }

    /** Creates a bucket's folder, durably. */
    void createBucket(Path folder) throws IOException {
        requireInside(folder.toString(), existing(folder));
        createFolders(folder);
    }

    private void requireInside(String bucket, Path existing) throws IOException {
        if (!Files.isDirectory(existing)) {
            throw new IOException("a bucket's folder can't have the name of a file: bucket '" + bucket + "', file="
                    + existing + "; remove the file, or change what the bucket assigner gives");
        }
        Path real = existing.toRealPath();
        if (!real.startsWith(root)) {
            throw new IOException("a bucket must not lead out of the sink's folder: bucket '" + bucket + "', folder="
                    + root + ", leads to " + real);
        }
    }

    private static Path existing(Path folder) {
        Path found = folder;
        while (!Files.exists(found, LinkOption.NOFOLLOW_LINKS)) {
            found = found.resolveSibling("").toAbsolutePath().normalize();
        }
        return found;
    }

    /** Each new folder is made durable in its parent. */
    private static void createFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        List<Path> missing = new ArrayList<>();
        for (Path at = folder; at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS); at = at.getParent()) {
            missing.add(at);
        }
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("its name, or that of a folder above, is taken by a file: " + e.getMessage(), e);
        }
        for (Path created : missing) {
            force(created.resolveSibling(""));
        }
    }

    /** Makes the names in a folder durable. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException e) {
            return; // removed as empty meanwhile: then nothing in it was to be kept
        }
    }
}
