package dev.weir.operators.sink.file;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Takes the bytes of records in memory until they are written to their part. Grows as it must, by doubling, up to {@link
 * #MOST_BYTES}. One thread.
 */
public final class EncoderOutput {

    /** The most that a single record may have, about: 512 MiB. */
    public static final int MOST_BYTES = 512 << 20;

    private static final int FIRST_BYTES = 8 << 10;
    private static final int KEPT_BYTES = 256 << 10;
    private static final int CHARS_AT_ONCE = 1 << 10;
    private static final int MOST_BYTES_PER_CHAR = 3;

    private final char[] chars = new char[CHARS_AT_ONCE];
    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    EncoderOutput() {}

    /** Appends the low eight bits. */
    public void writeByte(int value) {
        require(1);
        bytes[size++] = (byte) value;
    }

    public void writeBytes(byte[] source) {
        writeBytes(source, 0, source.length);
    }

    public void writeBytes(byte[] source, int offset, int count) {
        require(count);
        System.arraycopy(source, offset, bytes, size, count);
        size += count;
    }

    /** Appends text in UTF-8; half a surrogate pair becomes {@code ?}. */
    public void writeUtf8(String text) {
        int length = text.length();
        int from = 0;
        while (from < length) {
            int count = Math.min(length - from, CHARS_AT_ONCE);
            text.getChars(from, from + count, chars, 0);
            if (from + count < length && Character.isHighSurrogate(chars[count - 1])) {
                count--; // both halves of a pair are taken together
            }
            writeChars(count);
            from += count;
        }
    }

    private void writeChars(int count) {
        require(count);
        if (narrow(chars, bytes, size, count) < 0x80) {
            size += count;
        } else {
            require(count * MOST_BYTES_PER_CHAR);
            size = Utf8.encode(chars, count, bytes, size);
        }
    }

    /** Copies the low bytes, and gives all chars or-ed together: plain loops, which the compiler turns into vectors. */
    private static int narrow(char[] source, byte[] target, int at, int count) {
        int seen = 0;
        for (int i = 0; i < count; i++) {
            seen |= source[i];
        }
        for (int i = 0; i < count; i++) {
            target[at + i] = (byte) source[i];
        }
        return seen;
    }

    /** How many bytes it holds. */
    int size() {
        return size;
    }

    /** Forgets what came after the first bytes. */
    void cutTo(int sizeBytes) {
        size = sizeBytes;
    }

    /** Everything it holds; valid until the next write. */
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    /** Empties it, and lets go of what one long record needed. */
    void clear() {
        size = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    private void require(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) size + more;
        if (needed > MOST_BYTES) {
            throw new IllegalStateException("an encoded record has at most " + MOST_BYTES
                    + " bytes: this one has at least " + needed + "; write it in several records");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, Math.max(needed, 2L * bytes.length)));
    }
}
