package dev.weir.snapshot.backend;

/** A state can't be registered: the message has the rule, the values and the remedy. */
public final class StateRegistrationException extends RuntimeException {

    public StateRegistrationException(String message) {
        super(message);
    }
}
