package dev.weir.operators.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file for what doesn't fit into memory. It has no name soon after it was made, so the system takes it back when it is
 * closed, also by the end of the process. Written by one thread; read by any that holds it; closed by the last holder.
 */
final class SpillFile {

    private final FileChannel channel;
    private final AtomicInteger holders = new AtomicInteger(1);
    private long size;

    private SpillFile(FileChannel channel) {
        this.channel = channel;
    }

    /** A new file, held once. */
    static SpillFile create(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = Files.createTempFile(folder, ".weir-spill-", ".tmp");
        return new SpillFile(FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
    }

    /** Appends bytes. @return where they are */
    long append(byte[] from, int length) throws IOException {
        long offset = size;
        ByteBuffer view = ByteBuffer.wrap(from, 0, length);
        while (view.hasRemaining()) {
            channel.write(view, offset + view.position());
        }
        size += length;
        return offset;
    }

    void read(long offset, byte[] to, int at, int length) throws IOException {
        ByteBuffer view = ByteBuffer.wrap(to, at, length);
        while (view.hasRemaining()) {
            int read = channel.read(view, offset + view.position() - at);
            if (read < 0) {
                throw new IOException("a spilled file ends with its last batch: wanted " + length + " bytes at "
                        + offset + ", size=" + channel.size());
            }
        }
    }

    /** One holder more; only by who holds it. */
    void hold() {
        holders.incrementAndGet();
    }

    /** One holder less. */
    void release() {
        if (holders.decrementAndGet() == 0) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException("a spilled file can't be closed", e);
            }
        }
    }
}
