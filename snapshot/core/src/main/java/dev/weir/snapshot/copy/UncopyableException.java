package dev.weir.snapshot.copy;

/** An object can't be copied rightly: the message has the class, the path to it in the record, and the remedy. */
public final class UncopyableException extends RuntimeException {

    public UncopyableException(String message) {
        super(message);
    }

    UncopyableException(String message, Throwable cause) {
        super(message, cause);
    }
}
