package dev.weir.engine.operator;

import org.jspecify.annotations.Nullable;

/** A Throwable out of an operator, with the operator's name and what it was working on. */
public final class OperatorFailure extends RuntimeException {

    private final String uid;
    private final transient @Nullable Object record;

    public OperatorFailure(String uid, String phase, @Nullable Object record, Throwable cause) {
        super("operator '" + uid + "' failed in " + phase + ": " + cause, cause);
        this.uid = uid;
        this.record = record;
    }

    public String uid() {
        return uid;
    }

    /** The record it was working on; null where it was none. */
    public @Nullable Object record() {
        return record;
    }
}
