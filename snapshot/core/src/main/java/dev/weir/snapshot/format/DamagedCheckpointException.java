package dev.weir.snapshot.format;

import java.io.IOException;

/** A file of a checkpoint is not what was written: the message names the file and what is wrong with it. */
public final class DamagedCheckpointException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;

    /**
     * @param file the path within the storage
     * @param fault what is wrong, with the values found and expected
     */
    public DamagedCheckpointException(String file, String fault) {
        this(file, fault, null);
    }

    @SuppressWarnings("NullAway") // Throwable takes a null cause
    public DamagedCheckpointException(String file, String fault, @org.jspecify.annotations.Nullable Throwable cause) {
        super("damaged checkpoint: file=" + file + ", " + fault, cause);
        this.file = file;
    }

    /** The path within the storage. */
    public String file() {
        return file;
    }
}
