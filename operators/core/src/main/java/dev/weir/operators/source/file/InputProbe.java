package dev.weir.operators.source.file;

import dev.weir.operators.source.file.InputFile.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Looks at files: whether they can be read, which version they are, how they are packed. Blocks on the file system. */
final class InputProbe {

    private static final String SIZE = "size";
    private static final String MODIFIED = "lastModifiedTime";
    private static final String IS_FILE = "isRegularFile";
    private static final String INODE = "ino";
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;

    private InputProbe() {}

    /**
     * Opens a file and says what it is.
     *
     * @throws NoSuchFileException if it is gone
     */
    static InputFile probe(String name) throws IOException {
        Path path = Path.of(name);
        try {
            Map<String, Object> attributes = attributesOf(path);
            if (!Boolean.TRUE.equals(attributes.get(IS_FILE))) {
                throw InputFaults.notAFile(name);
            }
            return version(name, attributes, compressionOf(path));
        } catch (AccessDeniedException denied) {
            throw InputFaults.unreadable(name, denied);
        }
    }

    /** Checks that a file is still the one that was found. @throws RuntimeException naming what is different */
    static void requireUnchanged(InputFile expected) throws IOException {
        try {
            Map<String, Object> attributes = attributesOf(Path.of(expected.path()));
            InputFile found = version(expected.path(), attributes, expected.compression());
            if (!found.equals(expected)) {
                throw InputFaults.changed(expected, found);
            }
        } catch (NoSuchFileException gone) {
            throw InputFaults.vanished(expected.path());
        }
    }

    /** Opens a file for reading, after the same check. */
    static FileChannel open(InputFile expected) throws IOException {
        requireUnchanged(expected);
        try {
            return FileChannel.open(Path.of(expected.path()), StandardOpenOption.READ);
        } catch (NoSuchFileException gone) {
            throw InputFaults.vanished(expected.path());
        } catch (AccessDeniedException denied) {
            throw InputFaults.unreadable(expected.path(), denied);
        }
    }

    /** All of one moment. Not the whole file key: the device in it differs between machines that share a file system. */
    private static Map<String, Object> attributesOf(Path path) throws IOException {
        String basic = SIZE + "," + MODIFIED + "," + IS_FILE;
        boolean hasInodes = path.getFileSystem().supportedFileAttributeViews().contains("unix");
        return Files.readAttributes(path, hasInodes ? "unix:" + basic + "," + INODE : basic);
    }

    private static InputFile version(String name, Map<String, Object> attributes, Compression compression) {
        return new InputFile(
                name,
                (Long) Objects.requireNonNull(attributes.get(SIZE)),
                ((FileTime) Objects.requireNonNull(attributes.get(MODIFIED))).to(TimeUnit.NANOSECONDS),
                attributes.get(INODE) instanceof Long inode ? inode : InputFile.NO_INODE,
                compression);
    }

    private static Compression compressionOf(Path path) throws IOException {
        ByteBuffer magic = ByteBuffer.allocate(2);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            boolean ended = false;
            while (!ended && magic.hasRemaining()) {
                ended = channel.read(magic) < 0;
            }
        }
        boolean isGzip = !magic.hasRemaining() && (magic.get(0) & 0xff) == MAGIC_1 && (magic.get(1) & 0xff) == MAGIC_2;
        return isGzip || path.toString().endsWith(".gz") ? Compression.GZIP : Compression.NONE;
    }
}
