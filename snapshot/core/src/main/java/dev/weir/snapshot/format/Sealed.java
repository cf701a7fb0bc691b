package dev.weir.snapshot.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * JSON files that carry their own checksum: {@code {"crc32c":"0123abcd","content":…}}. The checksum is over the bytes of
 * the content, and is verified before the JSON is parsed.
 */
public final class Sealed {

    private static final ObjectMapper JSON = new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
    private static final ObjectWriter PRETTY = JSON.writerWithDefaultPrettyPrinter();
    private static final String OPENING = "{\"crc32c\":\"";
    private static final String MIDDLE = "\",\"content\":";
    private static final String CLOSING = "}\n";
    private static final int CHECKSUM_CHARS = 8;
    private static final int CONTENT_AT = OPENING.length() + CHECKSUM_CHARS + MIDDLE.length();

    private Sealed() {}

    /** Turns a value into a file's bytes. */
    public static byte[] seal(Object content) {
        try {
            byte[] body = PRETTY.writeValueAsBytes(content);
            String head = OPENING + HexFormat.of().toHexDigits(crc32c(body)) + MIDDLE;
            byte[] sealed = Arrays.copyOf(
                    head.getBytes(StandardCharsets.US_ASCII), CONTENT_AT + body.length + CLOSING.length());
            System.arraycopy(body, 0, sealed, CONTENT_AT, body.length);
            byte[] closing = CLOSING.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(closing, 0, sealed, CONTENT_AT + body.length, closing.length);
            return sealed;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "a record of the checkpoint format can't be written: " + content.getClass(), e);
        }
    }

    /**
     * Verifies and parses a file's bytes.
     *
     * @throws DamagedCheckpointException where they aren't what was sealed
     */
    public static JsonNode open(String file, byte[] sealed) throws DamagedCheckpointException {
        if (sealed.length == 0) {
            throw new DamagedCheckpointException(file, "the file is empty");
        }
        int bodyEnd = sealed.length - CLOSING.length();
        if (bodyEnd < CONTENT_AT || !framed(sealed, bodyEnd)) {
            throw new DamagedCheckpointException(
                    file, "the file is truncated or not one of Weir's: length=" + sealed.length);
        }
        byte[] body = Arrays.copyOfRange(sealed, CONTENT_AT, bodyEnd);
        String stored = ascii(sealed, OPENING.length(), OPENING.length() + CHECKSUM_CHARS);
        String computed = HexFormat.of().toHexDigits(crc32c(body));
        if (!stored.equals(computed)) {
            throw new DamagedCheckpointException(
                    file, "the checksum differs: stored=" + stored + ", computed=" + computed);
        }
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new DamagedCheckpointException(file, "the content is no JSON", e);
        }
    }

    /** Turns parsed content into a value. */
    public static <T> T value(String file, JsonNode content, TypeReference<T> type) throws DamagedCheckpointException {
        try {
            return JSON.readerFor(type).readValue(content);
        } catch (IOException e) {
            throw new DamagedCheckpointException(file, "the content is not as expected: " + e.getMessage(), e);
        }
    }

    private static boolean framed(byte[] sealed, int bodyEnd) {
        return ascii(sealed, 0, OPENING.length()).equals(OPENING)
                && ascii(sealed, OPENING.length() + CHECKSUM_CHARS, CONTENT_AT).equals(MIDDLE)
                && ascii(sealed, bodyEnd, sealed.length).equals(CLOSING);
    }

    private static String ascii(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The CRC32C of the bytes. */
    public static int crc32c(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }
}
