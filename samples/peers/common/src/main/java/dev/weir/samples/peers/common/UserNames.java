package dev.weir.samples.peers.common;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * The string keys of one source, {@code user-<key>}. In {@link Variant#FRESH_STRING} each is decoded from a small buffer
 * into an object of its own, whose hash code nobody has asked for yet, as a source does that reads a log from front to
 * back: the bytes are in the cache. Owned by one thread.
 */
public final class UserNames implements Serializable {

    private static final int PREFIX_BYTES = Records.USER_PREFIX.length();
    private static final int LONGEST_DIGITS =
            Integer.toString(Records.KEY_COUNT - 1).length();

    private final Variant variant;
    private final byte[] buffer = new byte[PREFIX_BYTES + LONGEST_DIGITS];

    /** The names that a variant's records have. */
    public UserNames(Variant variant) {
        this.variant = variant;
        byte[] prefix = Records.USER_PREFIX.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(prefix, 0, buffer, 0, PREFIX_BYTES);
    }

    /** The name of a key in {@code [0, Records.KEY_COUNT)}. */
    public String of(int key) {
        return variant == Variant.FRESH_STRING ? decoded(key) : Records.userOf(key);
    }

    private String decoded(int key) {
        int end = PREFIX_BYTES + digitsOf(key);
        int rest = key;
        for (int i = end - 1; i >= PREFIX_BYTES; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return new String(buffer, 0, end, StandardCharsets.ISO_8859_1);
    }

    private static int digitsOf(int key) {
        int digits = 1;
        for (int bound = 10; digits < LONGEST_DIGITS && key >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }
}
