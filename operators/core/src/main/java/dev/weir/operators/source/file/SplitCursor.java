package dev.weir.operators.source.file;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.source.file.InputFile.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the lines of one split, step by step. A step emits what is in the buffer, and reads at most once.
 *
 * <pre>
 *   SKIPPING (gzip: to the position) ──────────────────────────┐
 *   SEEKING (to the first line that starts in the split) ──────┤
 *                                                              ▼
 *                                                            LINES ──▶ DONE
 * </pre>
 *
 * <p>Invariants: bytes are searched, never chars, so no border of a buffer or split shows; a line is decoded when it is
 * there whole; {@link #position} is right between any two steps; the buffer grows with the longest line, and no line is
 * longer than the limit; DONE is reached only if the file is still the one that was found.
 */
final class SplitCursor implements Closeable {

    private enum Phase {
        SKIPPING,
        SEEKING,
        LINES,
        DONE
    }

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final FileSplit split;
    private final FileSettings settings;
    private final LineEnd lineEnd;
    private final LineDecoder decoder;
    private final ByteInput input;
    private byte[] buffer;

    /** What is valid of the buffer: from the line that is read to what was read last. */
    private int from;

    private int limit;

    /** No end of the line begins before this. */
    private int searched;

    /** All in {@code [from, asciiTo)} is ASCII. */
    private int asciiTo;

    /** The offset in the file of the buffer's first byte. */
    private long bufferOffset;

    /** The offset of the line that was emitted last; negative before the first. */
    private long lineOffset = -1;

    private boolean inputEnded;
    private Phase phase;

    private SplitCursor(FileSplit split, FileSettings settings, LineEnd lineEnd, ByteInput input, long firstOffset) {
        this.split = split;
        this.settings = settings;
        this.lineEnd = lineEnd;
        this.input = input;
        this.decoder = new LineDecoder(split.file(), settings.malformed());
        this.buffer = new byte[settings.bufferBytes()];
        this.bufferOffset = firstOffset;
        if (firstOffset == split.position()) {
            phase = Phase.LINES;
        } else {
            phase = split.file().compression() == Compression.GZIP ? Phase.SKIPPING : Phase.SEEKING;
        }
    }

    /** Opens the file of a split, which must be the one that was found. */
    static SplitCursor open(FileSplit split, FileSettings settings, LineEnd lineEnd) throws IOException {
        PlainInput file = new PlainInput(split.file());
        try {
            if (split.file().compression() == Compression.GZIP) {
                return new SplitCursor(split, settings, lineEnd, new GzipInput(split.file(), file), 0);
            }
            boolean startsLine = split.position() > split.start() || split.start() == 0;
            long offset = startsLine
                    ? split.position()
                    : SyncPoint.before(split.start(), file, lineEnd, settings.bufferBytes());
            file.seek(offset);
            return new SplitCursor(split, settings, lineEnd, file, offset);
        } catch (Throwable thrown) {
            file.close();
            throw thrown;
        }
    }

    FileSplit split() {
        return split;
    }

    /** The split's position after what was emitted. */
    long position() {
        return phase == Phase.LINES || phase == Phase.DONE ? bufferOffset + from : split.position();
    }

    /** Where the line that was emitted last starts, for people. */
    Optional<String> lastLine() {
        if (lineOffset < 0) {
            return Optional.empty();
        }
        String content = split.file().compression() == Compression.GZIP ? " of what is packed in it" : "";
        return Optional.of("file '" + split.file().path() + "', offset " + lineOffset + content);
    }

    boolean isDone() {
        return phase == Phase.DONE;
    }

    /** How many malformed sequences were replaced so far. */
    long replaced() {
        return decoder.replaced();
    }

    /** Does a bounded piece of work; emits up to {@code budget} lines. */
    void step(Output<String> output, int budget) throws IOException {
        switch (phase) {
            case SKIPPING -> skip();
            case SEEKING -> seek();
            case LINES -> readLines(output, budget);
            case DONE -> throw new IllegalStateException("a split that is read has no next step: " + split);
        }
    }

    private void skip() throws IOException {
        long left = split.position() - bufferOffset;
        int count = input.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (count == ByteInput.END) {
            throw InputFaults.shrank(split.file(), bufferOffset);
        }
        bufferOffset += count;
        if (count == left) {
            phase = Phase.LINES;
        }
    }

    private void seek() throws IOException {
        int match = lineEnd.find(buffer, from, limit);
        while (match != Bytes.NOT_FOUND) {
            from = match + lineEnd.lengthBytes();
            if (bufferOffset + from >= split.start()) {
                searched = from;
                asciiTo = Bytes.firstNonAscii(buffer, from, limit);
                phase = Phase.LINES;
                return;
            }
            match = lineEnd.find(buffer, from, limit);
        }
        from = Math.max(from, limit - lineEnd.lengthBytes() + 1);
        boolean nextStartsBehind = bufferOffset + from + lineEnd.lengthBytes() >= split.end();
        if (nextStartsBehind || !fill()) {
            finish();
        }
    }

    private void readLines(Output<String> output, int budget) throws IOException {
        for (int left = budget; left > 0; left--) {
            if (bufferOffset + from >= split.end()) {
                finish();
                return;
            }
            int match = lineEnd.find(buffer, searched, limit);
            if (match == Bytes.NOT_FOUND) {
                readOn(output);
                return;
            }
            String line = lineTo(lineEnd.contentEnd(buffer, from, match));
            lineOffset = bufferOffset + from;
            from = match + lineEnd.lengthBytes();
            searched = from;
            output.emit(line, Timestamps.NONE);
        }
    }

    /** The line isn't there whole: reads on, or takes what is left for the last line. */
    private void readOn(Output<String> output) throws IOException {
        searched = Math.max(searched, limit - lineEnd.lengthBytes() + 1);
        requireShortEnough();
        if (fill()) {
            return;
        }
        boolean isEmpty = contentStart(limit) == limit;
        if (!isEmpty) {
            String line = lineTo(limit);
            lineOffset = bufferOffset + from;
            from = limit;
            output.emit(line, Timestamps.NONE);
        }
        finish();
    }

    private String lineTo(int contentEnd) {
        int start = contentStart(contentEnd);
        if (contentEnd - start > settings.maxLineBytes()) {
            throw tooLong(contentEnd - start);
        }
        if (contentEnd <= asciiTo) {
            return LineDecoder.decodeAscii(buffer, start, contentEnd);
        }
        String line = decoder.decode(buffer, start, contentEnd, bufferOffset + start);
        if (asciiTo < contentEnd) {
            asciiTo = Bytes.firstNonAscii(buffer, contentEnd, limit);
        }
        return line;
    }

    /** Where the line's content starts: behind a byte-order mark, if the line is the file's first. */
    private int contentStart(int contentEnd) {
        boolean isMarked = bufferOffset + from == 0
                && contentEnd - from >= BYTE_ORDER_MARK.length
                && Arrays.equals(
                        buffer, from, from + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        return isMarked ? from + BYTE_ORDER_MARK.length : from;
    }

    /** Bounds the memory of a line whose end isn't there; what is let pass here is judged again when it is. */
    private void requireShortEnough() {
        int pending = limit - from;
        if (pending - lineEnd.lengthBytes() - BYTE_ORDER_MARK.length > settings.maxLineBytes()) {
            throw tooLong(pending);
        }
    }

    private RuntimeException tooLong(long bytes) {
        return InputFaults.lineTooLong(split.file(), bufferOffset + from, bytes, settings.maxLineBytes());
    }

    /** Reads once. @return whether there may be more */
    private boolean fill() throws IOException {
        if (inputEnded) {
            return false;
        }
        if (limit == buffer.length) {
            makeRoom();
        }
        int count = input.read(buffer, limit, Math.min(settings.bufferBytes(), buffer.length - limit));
        if (count == ByteInput.END) {
            inputEnded = true;
            return false;
        }
        limit += count;
        asciiTo = Bytes.firstNonAscii(buffer, asciiTo, limit);
        return true;
    }

    /** Moves what is left to the front of a buffer that is large enough for more, and not larger than needed. */
    private void makeRoom() {
        int left = limit - from;
        int wanted = Math.max(settings.bufferBytes(), left + Math.min(left, settings.bufferBytes() + left / 2));
        boolean fits = left <= buffer.length / 2 && buffer.length / 2 <= wanted;
        byte[] target = fits ? buffer : new byte[wanted];
        System.arraycopy(buffer, from, target, 0, left);
        buffer = target;
        bufferOffset += from;
        limit = left;
        searched = Math.max(searched - from, 0);
        asciiTo = Math.max(asciiTo - from, 0);
        from = 0;
    }

    private void finish() throws IOException {
        InputProbe.requireUnchanged(split.file());
        phase = Phase.DONE;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
