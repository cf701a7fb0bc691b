package dev.weir.operators.source.file;

/**
 * A file as it was when it was found. As long as it is the same a line has the same offset in it, so a position in it can
 * be gone back to.
 *
 * @param path absolute
 * @param sizeBytes on disk; of a gzip file the compressed size
 * @param modifiedNanos its modification time, since 1970
 * @param inode what the file system calls it; {@link #NO_INODE} where it has no such thing
 */
public record InputFile(String path, long sizeBytes, long modifiedNanos, long inode, Compression compression) {

    static final long NO_INODE = 0;

    /** How a file's content is packed. */
    public enum Compression {
        NONE,
        GZIP
    }

    /** Whether it is known to hold nothing, without reading it. */
    boolean isEmpty() {
        return sizeBytes == 0 && compression == Compression.NONE;
    }
}
