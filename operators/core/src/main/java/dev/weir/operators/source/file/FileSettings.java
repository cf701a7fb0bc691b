package dev.weir.operators.source.file;

import dev.weir.engine.source.Source.Boundedness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How files are read.
 *
 * @param splitBytes files are cut into parts of this size
 * @param bufferBytes how much is read at once
 * @param delimiter what ends a line; null for LF and CR LF
 * @param maxLineBytes without what ends it
 * @param discoveryInterval between two looks for new files; null where there is only one
 */
record FileSettings(
        long splitBytes,
        int bufferBytes,
        @Nullable String delimiter,
        MalformedInput malformed,
        int maxLineBytes,
        @Nullable Duration discoveryInterval) {

    static final FileSettings DEFAULT =
            new FileSettings(8L << 20, 64 << 10, null, MalformedInput.REPLACE, 16 << 20, null);

    static final int MAX_BUFFER_BYTES = 1 << 26;
    static final int MAX_LINE_BYTES = 1 << 30;
    static final int MAX_DELIMITER_BYTES = 256;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    FileSettings {
        requireInRange("splitSize", splitBytes, Long.MAX_VALUE);
        requireInRange("bufferSize", bufferBytes, MAX_BUFFER_BYTES);
        requireInRange("maxLineBytes", maxLineBytes, MAX_LINE_BYTES);
        if (delimiter != null) {
            requireUsable(delimiter);
        }
        if (malformed == null) {
            throw new NullPointerException("malformed input is replaced or refused: malformed is null");
        }
        if (discoveryInterval != null && discoveryInterval.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    "the discovery interval of a file source is at least 1 ms: got " + discoveryInterval);
        }
    }

    FileSettings withSplitBytes(long bytes) {
        return new FileSettings(bytes, bufferBytes, delimiter, malformed, maxLineBytes, discoveryInterval);
    }

    FileSettings withBufferBytes(int bytes) {
        return new FileSettings(splitBytes, bytes, delimiter, malformed, maxLineBytes, discoveryInterval);
    }

    FileSettings withDelimiter(String text) {
        return new FileSettings(splitBytes, bufferBytes, text, malformed, maxLineBytes, discoveryInterval);
    }

    FileSettings withMalformed(MalformedInput handling) {
        return new FileSettings(splitBytes, bufferBytes, delimiter, handling, maxLineBytes, discoveryInterval);
    }

    FileSettings withMaxLineBytes(int bytes) {
        return new FileSettings(splitBytes, bufferBytes, delimiter, malformed, bytes, discoveryInterval);
    }

    FileSettings withDiscoveryInterval(Duration interval) {
        return new FileSettings(splitBytes, bufferBytes, delimiter, malformed, maxLineBytes, interval);
    }

    Boundedness boundedness() {
        return discoveryInterval == null ? Boundedness.BOUNDED : Boundedness.UNBOUNDED;
    }

    private static void requireInRange(String setting, long value, long max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(
                    setting + " of a file source must be in 1.." + max + " bytes: got " + value);
        }
    }

    private static void requireUsable(String delimiter) {
        int bytes = delimiter.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > MAX_DELIMITER_BYTES) {
            throw new IllegalArgumentException("the delimiter of a file source has 1.." + MAX_DELIMITER_BYTES
                    + " bytes in UTF-8: '" + delimiter + "' has " + bytes);
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(delimiter) || delimiter.indexOf(BYTE_ORDER_MARK) >= 0) {
            throw new IllegalArgumentException("the delimiter of a file source is text without surrogates that stand"
                    + " alone and without byte-order marks: got '" + delimiter + "'");
        }
    }
}
