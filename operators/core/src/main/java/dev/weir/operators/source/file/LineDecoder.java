package dev.weir.operators.source.file;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Makes Strings of whole lines. Counts what isn't UTF-8, or refuses it.
 *
 * <p>Java puts U+FFFD where it finds something malformed. A text may hold this character itself, so a line with it is
 * looked at again; others need no second look.
 */
final class LineDecoder {

    private static final char REPLACEMENT = '\uFFFD';

    private final InputFile file;
    private final MalformedInput malformed;
    private long replaced;

    LineDecoder(InputFile file, MalformedInput malformed) {
        this.file = file;
        this.malformed = malformed;
    }

    /** How many malformed sequences were replaced. */
    long replaced() {
        return replaced;
    }

    /** A line of which it is known that it is all ASCII. */
    static String decodeAscii(byte[] in, int from, int to) {
        return new String(in, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** @param offset of its first byte in the file, for messages */
    String decode(byte[] in, int from, int to, long offset) {
        String line = new String(in, from, to - from, StandardCharsets.UTF_8);
        if (line.indexOf(REPLACEMENT) >= 0) {
            long malformedHere = count(line) - countEncoded(in, from, to);
            if (malformedHere > 0 && malformed == MalformedInput.REFUSE) {
                throw InputFaults.malformed(file, offset + firstMalformed(in, from, to));
            }
            replaced += malformedHere;
        }
        return line;
    }

    private static long count(String line) {
        return line.chars().filter(c -> c == REPLACEMENT).count();
    }

    private static long countEncoded(byte[] in, int from, int to) {
        long count = 0;
        for (int at = from; at <= to - 3; at++) {
            if (in[at] == (byte) 0xef && in[at + 1] == (byte) 0xbf && in[at + 2] == (byte) 0xbd) {
                count++;
            }
        }
        return count;
    }

    private static int firstMalformed(byte[] in, int from, int to) {
        CharsetDecoder strict = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(in, from, to - from);
        CoderResult result = strict.decode(bytes, CharBuffer.allocate(to - from), true);
        if (!result.isError()) {
            throw new AssertionError("a line that was malformed is not: " + result);
        }
        return bytes.position() - from;
    }
}
