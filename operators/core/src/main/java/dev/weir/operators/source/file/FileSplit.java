package dev.weir.operators.source.file;

import dev.weir.engine.source.Split;
import dev.weir.operators.source.file.InputFile.Compression;

/**
 * The lines of a file whose first byte lies in {@code [start, end)}. Of a gzip file the offsets are those of its
 * uncompressed content, and there is one split.
 *
 * <p>Invariant: {@code position} is {@code start}, and then nothing has been emitted, or it is where a line starts.
 *
 * @param end {@link Long#MAX_VALUE} for a gzip file
 * @param position the offset of the next line, or {@code start}
 */
public record FileSplit(InputFile file, long start, long end, long position) implements Split {

    static FileSplit whole(InputFile file) {
        long end = file.compression() == Compression.GZIP ? Long.MAX_VALUE : file.sizeBytes();
        return new FileSplit(file, 0, end, 0);
    }

    @Override
    public String splitId() {
        return file.path() + "@" + start;
    }

    FileSplit at(long newPosition) {
        return new FileSplit(file, start, end, newPosition);
    }

    boolean isLongerThan(long bytes) {
        return file.compression() == Compression.NONE && position == start && end - start > bytes;
    }

    /** Its first bytes; it is longer than they are. */
    FileSplit head(long bytes) {
        return new FileSplit(file, start, start + bytes, start);
    }

    /** What {@link #head} leaves. */
    FileSplit tail(long bytes) {
        return new FileSplit(file, start + bytes, end, start + bytes);
    }

    /** How much there is to read, on disk. */
    long lengthBytes() {
        return file.compression() == Compression.GZIP ? file.sizeBytes() : end - position;
    }
}
