package dev.weir.samples.peers.common;

/** The command line can't be obeyed; the message states the rule, the value and what would do. */
public final class UsageException extends RuntimeException {

    public UsageException(String message) {
        super(message);
    }
}
