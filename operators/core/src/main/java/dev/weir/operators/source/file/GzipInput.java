package dev.weir.operators.source.file;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The uncompressed content of a gzip file (RFC 1952), of all its members in order. Checksum and length of each member are
 * verified; a file that ends inside a member, or goes on with something else behind one, is damaged.
 *
 * <pre>
 *   BETWEEN ──header──▶ BODY ──trailer──▶ BETWEEN ──end of file──▶ ENDED
 * </pre>
 */
final class GzipInput implements ByteInput {

    private enum Phase {
        BETWEEN,
        BODY,
        ENDED
    }

    private static final int PACKED_BYTES = 32 << 10;
    private static final int MAX_HEADER_BYTES = 1 << 20;
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;
    private static final int TIME_FLAGS_SYSTEM_BYTES = 6;
    private static final int END_OF_FILE = -1;

    private final InputFile file;
    private final ByteInput packed;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[PACKED_BYTES];
    private int from;
    private int limit;
    private long bufferOffset;
    private boolean isFirstMember = true;
    private Phase phase = Phase.BETWEEN;

    /** @param packed the file's own bytes; closed with this */
    GzipInput(InputFile file, ByteInput packed) {
        this.file = file;
        this.packed = packed;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        switch (phase) {
            case BETWEEN -> beginMember();
            case BODY -> {
                return inflate(into, at, length);
            }
            case ENDED -> {
                return END;
            }
        }
        return 0;
    }

    private void beginMember() throws IOException {
        int first = nextByte();
        if (first == END_OF_FILE && !isFirstMember) {
            phase = Phase.ENDED;
            return;
        }
        if (first == END_OF_FILE) {
            throw damaged("it is empty");
        }
        if (first != MAGIC_1 || requiredByte() != MAGIC_2) {
            throw damaged(isFirstMember ? "it isn't gzip" : "behind a member there is something else than another");
        }
        skipHeader();
        isFirstMember = false;
        checksum.reset();
        inflater.reset();
        inflater.setInput(buffer, from, limit - from);
        phase = Phase.BODY;
    }

    private void skipHeader() throws IOException {
        int method = requiredByte();
        int flags = requiredByte();
        if (method != DEFLATE || (flags & RESERVED) != 0) {
            throw damaged("its header has method " + method + " and flags " + flags + ", which no gzip has");
        }
        skip(TIME_FLAGS_SYSTEM_BYTES);
        if ((flags & EXTRA) != 0) {
            skip(requiredByte() | requiredByte() << Byte.SIZE);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            skip(Short.BYTES);
        }
    }

    private int inflate(byte[] into, int at, int length) throws IOException {
        int count;
        try {
            count = inflater.inflate(into, at, length);
        } catch (DataFormatException thrown) {
            throw damaged("its compressed data is corrupt (" + thrown.getMessage() + ")");
        }
        if (count > 0) {
            checksum.update(into, at, count);
        } else if (inflater.finished()) {
            endMember();
        } else if (inflater.needsDictionary()) {
            throw damaged("its compressed data wants a dictionary, which no gzip does");
        } else {
            from = limit;
            if (!fill()) {
                throw damaged("it is cut off");
            }
            inflater.setInput(buffer, from, limit - from);
        }
        return count;
    }

    private void endMember() throws IOException {
        from = limit - inflater.getRemaining();
        phase = Phase.BETWEEN;
        long storedChecksum = requiredInt();
        long storedLength = requiredInt();
        if (storedChecksum != checksum.getValue()) {
            throw damaged("the checksum of a member is wrong: stored " + Long.toHexString(storedChecksum)
                    + ", computed " + Long.toHexString(checksum.getValue()));
        }
        if (storedLength != Integer.toUnsignedLong((int) inflater.getBytesWritten())) {
            throw damaged("the length of a member is wrong: stored " + storedLength + ", found "
                    + inflater.getBytesWritten() + " bytes");
        }
    }

    private long requiredInt() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            value |= (long) requiredByte() << shift;
        }
        return value;
    }

    private void skip(int bytes) throws IOException {
        for (int left = bytes; left > 0; left--) {
            requiredByte();
        }
    }

    private void skipText() throws IOException {
        for (int left = MAX_HEADER_BYTES; left > 0; left--) {
            if (requiredByte() == 0) {
                return;
            }
        }
        throw damaged("a text in its header is longer than " + MAX_HEADER_BYTES + " bytes");
    }

    private int requiredByte() throws IOException {
        int next = nextByte();
        if (next == END_OF_FILE) {
            throw damaged("it is cut off");
        }
        return next;
    }

    private int nextByte() throws IOException {
        if (from == limit && !fill()) {
            return END_OF_FILE;
        }
        return buffer[from++] & 0xff;
    }

    private boolean fill() throws IOException {
        bufferOffset += limit;
        from = 0;
        limit = 0;
        int count = packed.read(buffer, 0, buffer.length);
        while (count == 0) {
            count = packed.read(buffer, 0, buffer.length);
        }
        limit = Math.max(count, 0);
        return count > 0;
    }

    private RuntimeException damaged(String what) {
        long offset = phase == Phase.BODY ? bufferOffset + limit - inflater.getRemaining() : bufferOffset + from;
        return InputFaults.damagedGzip(file.path(), what, offset);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
