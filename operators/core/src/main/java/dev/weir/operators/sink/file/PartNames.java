package dev.weir.operators.sink.file;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the files of one sink of one run. A name says lineage, sink, subtask, attempt and a number that rises over all
 * buckets of an attempt, so no two parts of any run ever share one.
 *
 * <ul>
 *   <li>hidden, until it is committed: {@code .<lineage>-<sink>-<subtask>-<attempt>-<number>}
 *   <li>committed: the same without the dot, between the user's prefix and suffix
 *   <li>helpers, hidden too, with a word before the number: {@code probe}, {@code copy}
 * </ul>
 */
final class PartNames {

    private static final int MOST_UID_CHARS = 100;
    private static final int KEPT_UID_CHARS = 80;
    private static final int DIGEST_BYTES = 8;
    private static final Pattern REST = Pattern.compile("(\\d{1,9})-(\\d{1,18})-(probe|copy)?\\d{1,18}");

    /** Which subtask of which attempt made a hidden file. */
    record Owner(int subtask, long attempt) {}

    private final String common;

    PartNames(String lineage, String sinkUid) {
        this.common = lineage + "-" + fileNameOf(sinkUid) + "-";
    }

    /** What a part's two names have in common. */
    String stem(Owner owner, long number) {
        return common + owner.subtask() + "-" + owner.attempt() + "-" + number;
    }

    static String hidden(String stem) {
        return "." + stem;
    }

    String probe(Owner owner, int number) {
        return "." + common + owner.subtask() + "-" + owner.attempt() + "-probe" + number;
    }

    String copy(Owner owner, long number) {
        return "." + common + owner.subtask() + "-" + owner.attempt() + "-copy" + number;
    }

    /** Who made a hidden file of this run and sink; empty where it is another's. */
    Optional<Owner> ownerOf(String hiddenName) {
        String start = "." + common;
        if (!hiddenName.startsWith(start)) {
            return Optional.empty();
        }
        Matcher rest = REST.matcher(hiddenName.substring(start.length()));
        return rest.matches()
                ? Optional.of(new Owner(Integer.parseInt(rest.group(1)), Long.parseLong(rest.group(2))))
                : Optional.empty();
    }

    /** Different uids give different names; a long one is cut, and told apart by a digest. */
    private static String fileNameOf(String uid) {
        String encoded = URLEncoder.encode(uid, StandardCharsets.UTF_8).replace("*", "%2A");
        return encoded.length() <= MOST_UID_CHARS
                ? encoded
                : encoded.substring(0, KEPT_UID_CHARS) + "+" + digest(encoded);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
