package dev.weir.engine.job;

/** What was asked of a running job was not to be had; the message says why, and nothing of it is left. */
public final class RequestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RequestFailedException(String message) {
        super(message);
    }
}
