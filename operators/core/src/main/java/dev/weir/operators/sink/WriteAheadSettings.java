package dev.weir.operators.sink;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How a write-ahead sink holds records.
 *
 * @param batchRecords a batch has at most this many
 * @param memoryBytes what a subtask holds in memory, encoded; what is above is spilled
 * @param mostBytes what a subtask holds at all; above, the attempt fails
 * @param spillFolder where spilled files are
 * @param retries how writes that fail are repeated
 */
record WriteAheadSettings(int batchRecords, long memoryBytes, long mostBytes, Path spillFolder, CommitRetries retries) {

    /** A subtask's records are one element of its state, and an array has no more. */
    static final long MOST_STATE_BYTES = 1L << 30;

    static final WriteAheadSettings DEFAULT = new WriteAheadSettings(
            1_000, 16L << 20, 256L << 20, Path.of(System.getProperty("java.io.tmpdir", ".")), CommitRetries.DEFAULT);

    WriteAheadSettings {
        Objects.requireNonNull(spillFolder, "a write-ahead sink has a folder to spill to");
        Objects.requireNonNull(retries, "a write-ahead sink has retries; CommitRetries.DEFAULT is the default");
        if (batchRecords < 1) {
            throw new IllegalArgumentException("a batch has at least one record: batchRecords=" + batchRecords);
        }
        if (memoryBytes < 0 || memoryBytes > mostBytes || mostBytes < 1 || mostBytes > MOST_STATE_BYTES) {
            throw new IllegalArgumentException("0 <= memoryBytes <= mostBytes <= " + MOST_STATE_BYTES
                    + " must hold for a write-ahead sink: memoryBytes=" + memoryBytes + ", mostBytes=" + mostBytes
                    + "; to hold less, take checkpoints more often or raise the parallelism");
        }
    }

    WriteAheadSettings withBatchRecords(int value) {
        return new WriteAheadSettings(value, memoryBytes, mostBytes, spillFolder, retries);
    }

    WriteAheadSettings withMemory(long inMemory, long most) {
        return new WriteAheadSettings(batchRecords, inMemory, most, spillFolder, retries);
    }

    WriteAheadSettings withSpillFolder(Path value) {
        return new WriteAheadSettings(batchRecords, memoryBytes, mostBytes, value, retries);
    }

    WriteAheadSettings withRetries(CommitRetries value) {
        return new WriteAheadSettings(batchRecords, memoryBytes, mostBytes, spillFolder, value);
    }
}
