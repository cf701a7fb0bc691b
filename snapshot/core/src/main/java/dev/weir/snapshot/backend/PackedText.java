package dev.weir.snapshot.backend;

import java.nio.charset.StandardCharsets;

/**
 * Short strings as two longs: up to {@link #MAX_LENGTH} characters below 256. Thread-safe.
 *
 * <p>Invariants: two strings have the same words exactly where they are equal, as the words hold all characters and the
 * length; the second word of a packed string is neither {@link #NONE} nor {@link #OTHER}.
 */
public final class PackedText {

    /** The longest string that is packed, in characters. */
    public static final int MAX_LENGTH = 15;

    /** How many longs a string takes. */
    public static final int WORDS = 2;

    /** A second word that says: no packed string is here. */
    public static final long NONE = 0;

    /** A second word that says: something is here that is no packed string. */
    static final long OTHER = -1;

    private static final int FIRST_WORD_CHARS = 8;
    private static final int CHAR_BITS = 8;
    private static final int LARGEST_CHAR = 0xFF;

    /** What a character counts in a string's hash code, by how many follow it: no product waits for another. */
    private static final int[] HASH_FACTORS = hashFactors();

    private PackedText() {}

    private static int[] hashFactors() {
        int[] factors = new int[MAX_LENGTH];
        factors[0] = 1;
        for (int i = 1; i < MAX_LENGTH; i++) {
            factors[i] = factors[i - 1] * 31;
        }
        return factors;
    }

    /**
     * Packs a string.
     *
     * @param words gets the words at {@code index} and {@code index + 1}; both are 0 where the string can't be packed
     * @return whether the string could be packed
     */
    public static boolean pack(String text, long[] words, int index) {
        int length = text.length();
        long first = 0;
        long second = 0;
        int seen = length <= MAX_LENGTH ? 0 : LARGEST_CHAR + 1;
        if (seen == 0) {
            int split = Math.min(length, FIRST_WORD_CHARS);
            for (int i = 0; i < split; i++) {
                char next = text.charAt(i);
                seen |= next;
                first = first << CHAR_BITS | next;
            }
            for (int i = split; i < length; i++) {
                char next = text.charAt(i);
                seen |= next;
                second = second << CHAR_BITS | next;
            }
        }
        boolean fits = seen <= LARGEST_CHAR;
        words[index] = fits ? first : 0;
        words[index + 1] = fits ? (second << CHAR_BITS) | (length + 1) : NONE;
        return fits;
    }

    /** The hash code of the string that was packed into two words. */
    static int hashOf(long first, long second) {
        int length = length(second);
        int split = Math.min(length, FIRST_WORD_CHARS);
        int rest = length - split;
        int hash = 0;
        for (int i = 0; i < split; i++) {
            hash += (int) ((first >>> (i * CHAR_BITS)) & LARGEST_CHAR) * HASH_FACTORS[rest + i];
        }
        for (int i = 0; i < rest; i++) {
            hash += (int) ((second >>> ((i + 1) * CHAR_BITS)) & LARGEST_CHAR) * HASH_FACTORS[i];
        }
        return hash;
    }

    private static int length(long second) {
        return (int) (second & LARGEST_CHAR) - 1;
    }

    /** The string that was packed into two words. */
    public static String unpack(long first, long second) {
        byte[] characters = new byte[length(second)];
        int length = unpack(first, second, characters);
        return new String(characters, 0, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * Unpacks two words into characters below 256, a byte each, from index 0.
     *
     * @param characters of at least {@link #MAX_LENGTH}, or of the string's length
     * @return how many they are
     */
    public static int unpack(long first, long second, byte[] characters) {
        int length = length(second);
        int split = Math.min(length, FIRST_WORD_CHARS);
        long rest = second >>> CHAR_BITS;
        for (int i = length - 1; i >= split; i--) {
            characters[i] = (byte) rest;
            rest >>>= CHAR_BITS;
        }
        rest = first;
        for (int i = split - 1; i >= 0; i--) {
            characters[i] = (byte) rest;
            rest >>>= CHAR_BITS;
        }
        return length;
    }

    /** Packs characters below 256, a byte each from index 0; there are at most {@link #MAX_LENGTH}. */
    public static void pack(byte[] characters, int length, long[] words) {
        long first = 0;
        long second = 0;
        int split = Math.min(length, FIRST_WORD_CHARS);
        for (int i = 0; i < split; i++) {
            first = (first << CHAR_BITS) | (characters[i] & LARGEST_CHAR);
        }
        for (int i = split; i < length; i++) {
            second = (second << CHAR_BITS) | (characters[i] & LARGEST_CHAR);
        }
        words[0] = first;
        words[1] = (second << CHAR_BITS) | (length + 1);
    }
}
