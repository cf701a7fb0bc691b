package dev.weir.snapshot.storage;

import java.io.IOException;

/**
 * A coordinator may not write any more: a successor has claimed the job, or the outcome of a write can't be known. What it
 * has not published is lost; it must delete, commit and abort nothing.
 */
public final class SteppedDownException extends IOException {

    private static final long serialVersionUID = 1L;

    public SteppedDownException(String message) {
        super(message);
    }
}
