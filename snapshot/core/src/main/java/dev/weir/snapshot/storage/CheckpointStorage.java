package dev.weir.snapshot.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Durable storage for checkpoints: the SPI behind {@code weir.checkpoint.storage}. Paths are relative, with {@code /}.
 * Methods block and may be called by any thread; never by a task or control thread.
 */
public interface CheckpointStorage extends AutoCloseable {

    /** The URI it was opened with, for messages. */
    String uri();

    /**
     * Writes the content under the path unless the path exists. The content appears whole or not at all, and is durable
     * when this returns. Who needs to know which of two writers came first writes content that only it can have
     * written: a storage may tell by the content whether a put whose answer was lost has taken effect.
     *
     * @return false where the path existed
     * @throws IOException where the outcome may be unknown: read the path back
     */
    boolean putIfAbsent(String path, byte[] content) throws IOException;

    /**
     * Writes a new file. It is visible and durable once this returns, with its directory; on an exception nothing is
     * left under the path. A path that exists is refused.
     */
    StoredFile write(String path, Content content) throws IOException;

    /** Opens a file. @throws java.nio.file.NoSuchFileException with the path where there is none */
    InputStream open(String path) throws IOException;

    /** Paths and lengths of all files below a folder, sorted by path; empty where there is none. */
    List<StoredFile> list(String folder) throws IOException;

    /** Deletes a file and folders that become empty by it; no error where it is gone. */
    void delete(String path) throws IOException;

    @Override
    void close();

    /** Writes the content of a file. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * A file as it was written.
     *
     * @param length in bytes
     * @param crc32c of the whole content; 0 in listings, which don't read
     */
    record StoredFile(String path, long length, int crc32c) {}
}
