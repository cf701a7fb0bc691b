package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

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
        for (int i = writeOneByteChars(out, value); i < length; i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                out.writeByte((byte) c);
            } else {
                out.writeVarInt(c, true);
            }
        }
    }

    /** Writes what stands first in a string and takes a byte a char, if there is room for all of it; says how much it is. */
    private static int writeOneByteChars(Output out, String value) {
        byte[] buffer = out.getBuffer();
        int start = out.position();
        int length = value.length();
        if (length > buffer.length - start) {
            return 0;
        }
        int i = 0;
        while (i < length && value.charAt(i) < 0x80) {
            buffer[start + i] = (byte) value.charAt(i);
            i++;
        }
        out.setPosition(start + i);
        return i;
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
        if (hasOneByteChars(in, length)) {
            in.readBytes(characters, 0, length);
            return length;
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

    /** Whether the next chars, which were counted, take a byte each. */
    private static boolean hasOneByteChars(Input in, int length) {
        byte[] buffer = in.getBuffer();
        int end = in.position() + length;
        int seen = 0;
        for (int i = in.position(); i < end; i++) {
            seen |= buffer[i];
        }
        return seen >= 0;
    }

    static String readString(Input in) {
        int length = readCount(in);
        if (hasOneByteChars(in, length)) {
            int start = in.position();
            in.setPosition(start + length);
            return new String(in.getBuffer(), start, length, StandardCharsets.ISO_8859_1);
        }
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
