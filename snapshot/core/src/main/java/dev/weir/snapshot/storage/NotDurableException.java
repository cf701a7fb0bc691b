package dev.weir.snapshot.storage;

import java.io.IOException;

/**
 * A file is there, but it couldn't be made durable: it may be gone after a failure of the machine. Trying again would tell
 * nothing, since a file system reports such a failure once.
 */
final class NotDurableException extends IOException {

    private static final long serialVersionUID = 1L;

    /** @param file its path */
    NotDurableException(String file, IOException cause) {
        super("a file can't be made durable: file=" + file + ": " + cause, cause);
    }
}
