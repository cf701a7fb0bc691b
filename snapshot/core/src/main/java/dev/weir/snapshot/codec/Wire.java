package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/**
 * Counts and strings. Invariant: nothing is allocated for a count that the rest of the input can't hold, so forged
 * lengths cost no memory: each counted element takes at least one byte.
 */
final class Wire {

    private Wire() {}

    static void writeCount(Output out, int count) {
        out.writeVarInt(count, true);
    }

    static int readCount(Input in) {
        return readCount(in, 1);
    }

    /** Reads the count of elements that take at least {@code bytesEach}. */
    static int readCount(Input in, int bytesEach) {
        int count = in.readVarInt(true);
        int remaining = in.limit() - in.position();
        if (count < 0 || (long) count * bytesEach > remaining) {
            throw new CodecException("a stored length exceeds what follows: length=" + Integer.toUnsignedString(count)
                    + ", bytesLeft=" + remaining);
        }
        return count;
    }

    /** Any string, lone surrogates included: a count of chars, then one to three bytes a char. */
    static void writeString(Output out, String value) {
        int length = value.length();
        out.writeVarInt(length, true);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                out.writeByte((byte) c);
            } else {
                out.writeVarInt(c, true);
            }
        }
    }

    /** The same for a string of characters below 256, a byte each. */
    static void writeString(Output out, byte[] characters, int length) {
        out.writeVarInt(length, true);
        int seen = 0;
        for (int i = 0; i < length; i++) {
            seen |= characters[i];
        }
        if (seen >= 0) {
            out.writeBytes(characters, 0, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            out.writeVarInt(characters[i] & 0xFF, true);
        }
    }

    /**
     * Reads a string of characters below 256 into bytes.
     *
     * @return its length; -1 where it is longer than the array or has other characters
     */
    static int readString(Input in, byte[] characters) {
        int length = readCount(in);
        if (length > characters.length) {
            return -1;
        }
        for (int i = 0; i < length; i++) {
            int c = in.readVarInt(true);
            if (c < 0 || c > 0xFF) {
                return -1;
            }
            characters[i] = (byte) c;
        }
        return length;
    }

    static String readString(Input in) {
        int length = readCount(in);
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) in.readVarInt(true);
        }
        return new String(chars);
    }

    static void writeBytes(Output out, byte[] bytes) {
        out.writeVarInt(bytes.length, true);
        out.writeBytes(bytes);
    }

    static byte[] readBytes(Input in) {
        return in.readBytes(readCount(in));
    }
}
