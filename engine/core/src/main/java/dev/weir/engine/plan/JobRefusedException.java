package dev.weir.engine.plan;

/** A job that can't start as it was drawn or set. The message states the rule, then the values, then the remedy. */
public final class JobRefusedException extends RuntimeException {

    public JobRefusedException(String message) {
        super(message);
    }

    public JobRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
