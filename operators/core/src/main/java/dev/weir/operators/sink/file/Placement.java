package dev.weir.operators.sink.file;

/**
 * Decides how a part gets its committed name, by what is there. A committed file is never changed: it is right, or it is
 * an error. A hidden file gives its name away only if it ends where the checkpoint says and nobody writes it any more;
 * else its first bytes are copied, since a process that was thought dead may still hold it open.
 */
enum Placement {
    /** The hidden file gets the committed name as well, unless that is taken. */
    LINK,
    /** A copy of what belongs to the checkpoint gets the committed name. */
    COPY,
    /** It is committed. */
    DONE,
    /** It is committed, with more than the checkpoint knows: the checkpoint is older than the commit. */
    AHEAD,
    /** A committed file has another length than it can have. */
    CHANGED,
    /** The hidden file is shorter than what was durable. */
    SHORT,
    /** Neither file is there. */
    GONE;

    /** A length of a file that isn't there. */
    static final long NO_FILE = -1;

    /** @param hiddenBytes and {@code committedBytes}: lengths, or {@link #NO_FILE} */
    static Placement of(PreparedPart part, long hiddenBytes, long committedBytes) {
        boolean isPending = part.phase() == PreparedPart.Phase.PENDING;
        long lengthBytes = part.lengthBytes();
        if (committedBytes == lengthBytes) {
            return DONE;
        }
        if (committedBytes != NO_FILE) {
            return committedBytes > lengthBytes && !isPending ? AHEAD : CHANGED;
        }
        if (hiddenBytes == NO_FILE) {
            return GONE;
        }
        if (hiddenBytes < lengthBytes) {
            return SHORT;
        }
        return isPending && hiddenBytes == lengthBytes ? LINK : COPY;
    }
}
