package dev.weir.snapshot.codec;

/**
 * A value can't be written, or stored bytes can't be read as the program declares them. The message names the path from
 * the outermost value to the part at fault, its class, and what to do.
 */
public final class CodecException extends RuntimeException {

    private final String path;
    private final String reason;

    public CodecException(String reason) {
        this("", reason, null);
    }

    public CodecException(String reason, Throwable cause) {
        this("", reason, cause);
    }

    @SuppressWarnings("NullAway") // Throwable takes a null cause
    private CodecException(String path, String reason, @org.jspecify.annotations.Nullable Throwable cause) {
        super(path.isEmpty() ? reason : "at " + path + ": " + reason, cause);
        this.path = path;
        this.reason = reason;
    }

    /** The same failure, seen from the value that holds the part. */
    CodecException in(String outer) {
        String joined = path.isEmpty() || path.startsWith("[") ? outer + path : outer + "." + path;
        return new CodecException(joined, reason, this);
    }
}
