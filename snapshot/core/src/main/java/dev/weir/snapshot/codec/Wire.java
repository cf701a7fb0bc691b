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
