package dev.weir.snapshot.restore;

/** A job can't start from a checkpoint: the message has the rule, the values and the remedy. Nothing was opened yet. */
public final class RestoreRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RestoreRefusedException(String message) {
        super(message);
    }
}
