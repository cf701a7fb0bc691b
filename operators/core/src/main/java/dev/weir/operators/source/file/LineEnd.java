package dev.weir.operators.source.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What ends a line. Matches are taken from the left and don't overlap. */
interface LineEnd {

    /** The bytes of one match. */
    int lengthBytes();

    /** Where the first match that lies in {@code [from, to)} begins; {@link Bytes#NOT_FOUND} where there is none. */
    int find(byte[] in, int from, int to);

    /** Where the content ends of a line that begins at {@code from} and whose end was found at {@code match}. */
    int contentEnd(byte[] in, int from, int match);

    /**
     * Whether two matches could overlap, as those of {@code ||} in {@code |||}. Which of them counts then depends on what
     * is before them.
     */
    boolean overlapsItself();

    /**
     * How records end.
     *
     * @param delimiter null for the end of a text line
     */
    static LineEnd of(@Nullable String delimiter) {
        return delimiter == null ? new LineFeed() : new Delimiter(delimiter.getBytes(StandardCharsets.UTF_8));
    }

    /** LF, and a CR right before it. */
    final class LineFeed implements LineEnd {

        @Override
        public int lengthBytes() {
            return 1;
        }

        @Override
        public int find(byte[] in, int from, int to) {
            return Bytes.indexOf(in, from, to, (byte) '\n');
        }

        @Override
        public int contentEnd(byte[] in, int from, int match) {
            return match > from && in[match - 1] == '\r' ? match - 1 : match;
        }

        @Override
        public boolean overlapsItself() {
            return false;
        }
    }

    /** Given bytes, and nothing else. */
    final class Delimiter implements LineEnd {

        private final byte[] delimiter;

        Delimiter(byte[] delimiter) {
            this.delimiter = delimiter;
        }

        @Override
        public int lengthBytes() {
            return delimiter.length;
        }

        @Override
        public int find(byte[] in, int from, int to) {
            int lastStart = to - delimiter.length;
            int at = Bytes.indexOf(in, from, lastStart + 1, delimiter[0]);
            while (at != Bytes.NOT_FOUND && !isAt(in, at)) {
                at = Bytes.indexOf(in, at + 1, lastStart + 1, delimiter[0]);
            }
            return at;
        }

        private boolean isAt(byte[] in, int at) {
            for (int i = 1; i < delimiter.length; i++) {
                if (in[at + i] != delimiter[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int contentEnd(byte[] in, int from, int match) {
            return match;
        }

        @Override
        public boolean overlapsItself() {
            for (int shift = 1; shift < delimiter.length; shift++) {
                int common = delimiter.length - shift;
                if (Arrays.equals(delimiter, shift, delimiter.length, delimiter, 0, common)) {
                    return true;
                }
            }
            return false;
        }
    }
}
