package dev.weir.operators.sink.file;

/** Chars as UTF-8, into an array that has room for three bytes per char. */
final class Utf8 {

    private Utf8() {}

    /** Encodes the first chars; returns the index after the last byte written. */
    static int encode(char[] chars, int count, byte[] target, int offset) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            char c = chars[i];
            if (c < 0x80) {
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xc0 | (c >> 6));
                target[at++] = continuation(c);
            } else if (!Character.isSurrogate(c)) {
                target[at++] = (byte) (0xe0 | (c >> 12));
                target[at++] = continuation(c >> 6);
                target[at++] = continuation(c);
            } else if (i + 1 < count && Character.isSurrogatePair(c, chars[i + 1])) {
                int codePoint = Character.toCodePoint(c, chars[++i]);
                target[at++] = (byte) (0xf0 | (codePoint >> 18));
                target[at++] = continuation(codePoint >> 12);
                target[at++] = continuation(codePoint >> 6);
                target[at++] = continuation(codePoint);
            } else {
                target[at++] = '?';
            }
        }
        return at;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3f));
    }
}
