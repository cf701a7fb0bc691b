package dev.weir.operators.sink.file;

import java.nio.charset.StandardCharsets;

/** Checks what bucket assigners give: plain relative paths, whose files a reader of the folder finds. */
final class BucketIds {

    private static final int MOST_NAME_BYTES = 255;
    private static final int MOST_PATH_BYTES = 1_024;
    private static final String RULE =
            "a bucket is a relative path below the sink's folder, of names that don't start with"
                    + " '.' or '_' (readers leave those out), without control characters or backslashes";

    private BucketIds() {}

    /** The id. @throws IllegalArgumentException with the rule and the id */
    static String require(String bucket) {
        if (bucket.isEmpty()) {
            return bucket;
        }
        if (bytesOf(bucket) > MOST_PATH_BYTES) {
            throw refused(bucket, "it is longer than " + MOST_PATH_BYTES + " bytes");
        }
        if (bucket.chars().anyMatch(letter -> Character.isISOControl(letter) || letter == '\\')) {
            throw refused(bucket, "it holds such a character");
        }
        for (String name : bucket.split("/", -1)) {
            requireName(bucket, name);
        }
        return bucket;
    }

    private static void requireName(String bucket, String name) {
        if (name.isEmpty()) {
            throw refused(bucket, "it has an empty name");
        }
        if (name.startsWith(".") || name.startsWith("_")) {
            throw refused(bucket, "name '" + name + "'");
        }
        if (bytesOf(name) > MOST_NAME_BYTES) {
            throw refused(bucket, "a name is longer than " + MOST_NAME_BYTES + " bytes");
        }
    }

    private static int bytesOf(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static IllegalArgumentException refused(String bucket, String why) {
        return new IllegalArgumentException(
                RULE + ": bucket '" + printable(bucket) + "', " + why + "; change what the bucket assigner gives");
    }

    private static String printable(String bucket) {
        String start = bucket.length() > 200 ? bucket.substring(0, 200) + "…" : bucket;
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
