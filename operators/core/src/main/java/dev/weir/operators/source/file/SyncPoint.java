package dev.weir.operators.source.file;

import java.io.IOException;

/**
 * Finds where a search for line ends may begin that is to find the first line of a split. The end of the line before lies
 * before the split's start or across it. A search may begin anywhere no match crosses: what is before has no part in a
 * match behind it, so from there on the matches are those of a search from the file's start.
 *
 * <p>It reads the few bytes before the start, unless they belong to an unbroken row of overlapping matches; then it goes
 * back to where the row begins.
 */
final class SyncPoint {

    private SyncPoint() {}

    /**
     * An offset before {@code start} that no match crosses, and from which a match that ends at {@code start} is found. A
     * line end that can't overlap itself is crossed by nothing that matters, wherever the search begins.
     */
    static long before(long start, PlainInput file, LineEnd lineEnd, int bufferBytes) throws IOException {
        int length = lineEnd.lengthBytes();
        if (start <= length) {
            return 0;
        }
        if (!lineEnd.overlapsItself()) {
            return start - length;
        }
        byte[] window = new byte[Math.max(bufferBytes, 4 * length)];
        for (long high = start; ; ) {
            long low = Math.max(0, high - window.length);
            int count = (int) (high - low);
            readFully(file, low, window, count);
            int found = lastUncrossed(window, count, lineEnd, low == 0 ? 0 : length - 1);
            if (found != Bytes.NOT_FOUND) {
                return low + found;
            }
            high = low + 2L * length - 2;
        }
    }

    /** The last index that no match in the window crosses and from which one can lie in it. */
    private static int lastUncrossed(byte[] window, int count, LineEnd lineEnd, int firstJudged) {
        int length = lineEnd.lengthBytes();
        int crossedTo = firstJudged;
        int last = Bytes.NOT_FOUND;
        for (int at = 0; at <= count - length; at++) {
            if (at >= crossedTo) {
                last = at;
            }
            if (lineEnd.find(window, at, at + length) == at) {
                crossedTo = at + length;
            }
        }
        return last;
    }

    private static void readFully(PlainInput file, long offset, byte[] into, int count) throws IOException {
        file.seek(offset);
        int at = 0;
        while (at < count) {
            int read = file.read(into, at, count - at);
            if (read == ByteInput.END) {
                throw new IllegalStateException("a split lies inside its file: offset=" + (offset + at));
            }
            at += read;
        }
    }
}
