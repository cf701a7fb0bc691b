package dev.weir.snapshot.storage;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Keeps files below one folder. Any thread may use it, and any number of processes on file systems with hard links.
 *
 * <p>A file appears whole or not at all: it is written under a name of its own in {@code .unpublished}, forced, closed,
 * linked to its path (which fails where the path exists), and the folder is forced. What a killed process left in
 * {@code .unpublished} is removed when it is a day old.
 */
public final class FileStorage implements CheckpointStorage {

    private static final String UNPUBLISHED = ".unpublished";
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LEFTOVER_HOURS = 24;
    private static final int FOLDER_ATTEMPTS = 100;

    private final Path root;
    private final Path unpublished;
    private final Access access;
    private final Forcing forcing;

    /** Makes what was written to a file or folder durable. */
    @FunctionalInterface
    interface Forcing {
        void force(FileChannel channel) throws IOException;
    }

    private enum Access {
        READ_AND_WRITE,
        READ
    }

    /**
     * Opens or creates the folder.
     *
     * @throws IOException where it can't be created or written, with its path
     */
    public FileStorage(Path root) throws IOException {
        this(root, channel -> channel.force(true));
    }

    FileStorage(Path root, Forcing forcing) throws IOException {
        this.forcing = forcing;
        try {
            Files.createDirectories(root.resolve(UNPUBLISHED));
            this.root = root.toRealPath();
            this.access = Access.READ_AND_WRITE;
            this.unpublished = this.root.resolve(UNPUBLISHED).toRealPath();
            requireInside(this.unpublished);
            Path probe = Files.createTempFile(unpublished, "writable", null);
            // The storage's own clock: what the files' times are compared with.
            Instant now = Files.getLastModifiedTime(probe).toInstant();
            Files.delete(probe);
            removeLeftovers(now);
        } catch (IOException e) {
            throw new IOException(
                    "the checkpoint folder can't be written: folder=" + root + ", reason: " + e
                            + "; create it, or give its owner the right to write",
                    e);
        }
    }

    private FileStorage(Path realRoot, Access access) {
        this.root = realRoot;
        this.unpublished = realRoot.resolve(UNPUBLISHED);
        this.access = access;
        this.forcing = channel -> channel.force(true);
    }

    /**
     * Opens a folder that is only read: nothing is created or removed, so it may be write-protected.
     *
     * @throws IOException where there is none, or it can't be read, with its path
     */
    public static FileStorage toRead(Path root) throws IOException {
        try {
            Path real = root.toRealPath();
            if (!Files.isDirectory(real)) {
                throw new NotDirectoryException(real.toString());
            }
            return new FileStorage(real, Access.READ);
        } catch (IOException e) {
            throw new IOException(
                    "the folder can't be read: folder=" + root + ", reason: " + e
                            + "; see that it is there, and give the process the right to read it",
                    e);
        }
    }

    private void requireWritable(String path) throws IOException {
        if (access == Access.READ) {
            throw new IOException(
                    "a folder that was opened to be read is not changed: folder=" + root + ", path=" + path);
        }
    }

    private void removeLeftovers(Instant now) throws IOException {
        Instant before = now.minus(LEFTOVER_HOURS, ChronoUnit.HOURS);
        try (Stream<Path> files = Files.list(unpublished)) {
            for (Path file : files.toList()) {
                if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                        .toInstant()
                        .isBefore(before)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException e) {
            return; // another process has just published or removed it
        }
    }

    @Override
    public String uri() {
        return root.toUri().toString();
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
        try {
            // a link whose folder could not be forced stays: others may have read it, so its outcome is unknown
            link(path, out -> out.write(content));
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        try {
            forceFolder(folderOf(path));
        } catch (IOException failed) {
            throw new NotDurableException(root.resolve(path).toString(), failed);
        }
        return true;
    }

    @Override
    public StoredFile write(String path, Content content) throws IOException {
        StoredFile written = link(path, content);
        try {
            forceFolder(folderOf(path));
            return written;
        } catch (IOException e) {
            Files.deleteIfExists(root.resolve(path));
            throw e;
        }
    }

    private StoredFile link(String path, Content content) throws IOException {
        requireWritable(path);
        Path target = root.resolve(StoragePaths.require(path));
        Path temporary = unpublished.resolve(UUID.randomUUID().toString());
        try (TemporaryFile file = new TemporaryFile(temporary, forcing)) {
            content.writeTo(file);
            file.force();
            link(temporary, target, path);
            return new StoredFile(path, file.length(), file.crc32c());
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private void link(Path temporary, Path target, String path) throws IOException {
        for (int attempt = 1; ; attempt++) {
            createFolder(folderOf(path));
            try {
                Files.createLink(target, temporary);
                return;
            } catch (NoSuchFileException e) {
                // a delete has just removed the folder that was empty until now
                if (attempt == FOLDER_ATTEMPTS) {
                    throw e;
                }
            } catch (UnsupportedOperationException e) {
                throw new IOException("a checkpoint folder needs a file system with hard links: folder=" + root, e);
            }
        }
    }

    private Path folderOf(String path) throws IOException {
        Path folder = root.resolve(path).getParent();
        if (folder == null) {
            throw new IOException("a file needs a folder: path=" + path);
        }
        return folder;
    }

    /** Creates a folder, each new one made durable in its parent; never outside of the root. */
    private void createFolder(Path folder) throws IOException {
        List<Path> missing = new ArrayList<>();
        Path existing = folder;
        while (!Files.exists(existing) && !existing.equals(root)) {
            missing.add(existing);
            existing = existing.resolve("..").normalize();
        }
        requireInside(existing.toRealPath());
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("a folder's name is taken by a file: folder=" + folder, e);
        }
        try {
            for (Path created : missing) {
                forceFolder(created.resolve("..").normalize());
            }
        } catch (IOException failed) {
            removeAgain(missing, failed);
            throw failed;
        }
    }

    /** A folder that is there counts as durable: one that may not be is made anew. */
    private static void removeAgain(List<Path> innermostFirst, IOException failed) {
        for (Path created : innermostFirst) {
            try {
                Files.deleteIfExists(created);
            } catch (IOException left) {
                failed.addSuppressed(left);
            }
        }
    }

    private void requireInside(Path real) throws IOException {
        if (!real.startsWith(root)) {
            throw new IOException(
                    "a path must not lead out of the checkpoint folder: folder=" + root + ", path=" + real);
        }
    }

    private void forceFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            forcing.force(channel);
        } catch (NoSuchFileException e) {
            return; // removed as empty since; then nothing in it was to be kept
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        Path file = root.resolve(StoragePaths.require(path));
        try {
            Path real = file.toRealPath();
            requireInside(real);
            return Files.newInputStream(real);
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(path);
        }
    }

    @Override
    public List<StoredFile> list(String folder) throws IOException {
        List<StoredFile> found = new ArrayList<>();
        addFiles(root.resolve(StoragePaths.requireFolder(folder)), found);
        found.sort(Comparator.comparing(StoredFile::path));
        return found;
    }

    private void addFiles(Path folder, List<StoredFile> found) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    addFolder(entry, found);
                } else {
                    addFile(entry, found);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return; // there is none, or it has gone meanwhile
        }
    }

    private void addFolder(Path folder, List<StoredFile> found) throws IOException {
        if (!folder.equals(unpublished)) {
            addFiles(folder, found);
        }
    }

    private void addFile(Path file, List<StoredFile> found) throws IOException {
        try {
            found.add(new StoredFile(root.relativize(file).toString().replace('\\', '/'), Files.size(file), 0));
        } catch (NoSuchFileException e) {
            return; // gone meanwhile
        }
    }

    @Override
    public void delete(String path) throws IOException {
        requireWritable(path);
        Path file = root.resolve(StoragePaths.require(path));
        Path folder = file.getParent();
        if (folder == null || !Files.exists(folder)) {
            return;
        }
        requireInside(folder.toRealPath());
        Files.deleteIfExists(file);
        removeEmptyFolders(folder);
    }

    private void removeEmptyFolders(Path folder) throws IOException {
        try {
            for (Path p = folder; p != null && !p.equals(root); p = p.getParent()) {
                Files.deleteIfExists(p);
            }
        } catch (DirectoryNotEmptyException e) {
            return; // this one and those above it stay
        }
    }

    @Override
    public void close() {}

    /** A file that has no path yet. It is created with its first byte, or when it is forced. */
    private static final class TemporaryFile extends OutputStream {
        private final Path path;
        private final java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
        private @org.jspecify.annotations.Nullable FileChannel channel;
        private OutputStream out = OutputStream.nullOutputStream();
        private long length;

        private final Forcing forcing;

        TemporaryFile(Path path, Forcing forcing) {
            this.path = path;
            this.forcing = forcing;
        }

        private FileChannel channel() throws IOException {
            FileChannel opened = channel;
            if (opened == null) {
                opened = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                channel = opened;
                out = new BufferedOutputStream(java.nio.channels.Channels.newOutputStream(opened), BUFFER_BYTES);
            }
            return opened;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            channel();
            out.write(bytes, offset, count);
            checksum.update(bytes, offset, count);
            length += count;
        }

        void force() throws IOException {
            FileChannel opened = channel();
            out.flush();
            forcing.force(opened);
            opened.close();
        }

        long length() {
            return length;
        }

        int crc32c() {
            return (int) checksum.getValue();
        }

        @Override
        public void close() throws IOException {
            FileChannel opened = channel;
            if (opened != null) {
                opened.close();
            }
        }
    }
}
