package dev.weir.operators.sink.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * A part that is being written. Its file is created with its first bytes. Used by the subtask's thread; {@link #sync} and
 * {@link #syncAndClose} run on others, one at a time, and after the last write of what they make durable.
 */
final class OpenPart {

    private final String bucket;
    private final String hiddenName;
    private final String committedPath;
    private final EncoderOutput output = new EncoderOutput();
    private final long openedNanos;
    private long lastRecordNanos;
    private boolean hasNewRecords;
    private boolean isInCheckpoint;
    private long writtenBytes;
    private volatile @Nullable FileChannel channel;

    OpenPart(String bucket, String hiddenName, String committedPath, long nowNanos) {
        this.bucket = bucket;
        this.hiddenName = hiddenName;
        this.committedPath = committedPath;
        this.openedNanos = nowNanos;
        this.lastRecordNanos = nowNanos;
    }

    String bucket() {
        return bucket;
    }

    String hiddenName() {
        return hiddenName;
    }

    EncoderOutput output() {
        return output;
    }

    long openedNanos() {
        return openedNanos;
    }

    void recordAdded() {
        hasNewRecords = true;
    }

    /** When the last record came, as exactly as the times at which this is asked. */
    long lastRecordNanos(long nowNanos) {
        if (hasNewRecords) {
            hasNewRecords = false;
            lastRecordNanos = nowNanos;
        }
        return lastRecordNanos;
    }

    /** A checkpoint may refer to it from now on: only a restore or a sweep may remove it. */
    void enterCheckpoint() {
        isInCheckpoint = true;
    }

    boolean isInCheckpoint() {
        return isInCheckpoint;
    }

    /** With what is still in memory. */
    long lengthBytes() {
        return writtenBytes + output.size();
    }

    /** What is in the file. */
    long writtenBytes() {
        return writtenBytes;
    }

    /** Writes what is in memory. */
    void flush(SinkFolder folder) throws IOException {
        if (output.size() == 0) {
            return;
        }
        try {
            FileChannel to = channel;
            if (to == null) {
                to = folder.create(hiddenName);
                channel = to;
            }
            ByteBuffer view = output.view();
            while (view.hasRemaining()) {
                to.write(view);
            }
        } catch (IOException e) {
            throw new IOException(
                    "a part must be written whole: file=" + folder.hidden(hiddenName) + ", written=" + writtenBytes
                            + " bytes, next=" + output.size() + " bytes, free=" + freeBytes(folder) + " bytes: " + e
                            + "; what is committed stays as it is; make room, and the next attempt goes on",
                    e);
        }
        writtenBytes += output.size();
        output.clear();
    }

    private static long freeBytes(SinkFolder folder) {
        return folder.root().toFile().getUsableSpace();
    }

    PreparedPart as(PreparedPart.Phase phase) {
        return new PreparedPart(phase, hiddenName, committedPath, writtenBytes);
    }

    void sync() throws IOException {
        FileChannel to = channel;
        if (to != null) {
            to.force(true);
        }
    }

    void syncAndClose() throws IOException {
        sync();
        close();
    }

    /** Closes the file; no harm if it is closed. */
    void close() throws IOException {
        FileChannel to = channel;
        if (to != null) {
            to.close();
        }
    }
}
