package dev.weir.snapshot.s3;

import java.net.URI;

/**
 * A bucket, and where in it.
 *
 * @param prefix of all keys, with a slash at its end; empty for the whole bucket
 */
record S3Location(String bucket, String prefix) {

    /**
     * Reads {@code s3://bucket/prefix}.
     *
     * @throws IllegalArgumentException where it is none, with what was expected
     */
    static S3Location parse(String uri) {
        URI parsed;
        try {
            parsed = URI.create(uri);
        } catch (IllegalArgumentException e) {
            throw refused(uri, e);
        }
        String bucket = parsed.getAuthority();
        String path = parsed.getPath() == null ? "" : parsed.getPath();
        boolean more = parsed.getQuery() != null || parsed.getFragment() != null;
        if (bucket == null || bucket.isEmpty() || bucket.contains("@") || more || path.contains("//")) {
            throw refused(uri, null);
        }
        String prefix = path.startsWith("/") ? path.substring(1) : path;
        return new S3Location(bucket, prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/");
    }

    private static IllegalArgumentException refused(String uri, @org.jspecify.annotations.Nullable Throwable cause) {
        return new IllegalArgumentException(
                "a storage in S3 is named by bucket and prefix: storage=" + uri
                        + "; write s3://bucket/prefix, and give region, endpoint and credentials by the environment"
                        + " (AWS_REGION, AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)",
                cause);
    }

    String key(String path) {
        return prefix + path;
    }

    String path(String key) {
        return key.substring(prefix.length());
    }

    String uri() {
        return "s3://" + bucket + "/" + prefix;
    }
}
