package dev.weir.engine.operator;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Throwable out of an operator, with the operator's name and what it was working on. */
public final class OperatorFailure extends RuntimeException {

    private final String uid;
    private final String phase;
    private final transient @Nullable Object record;
    private final @Nullable String position;

    public OperatorFailure(String uid, String phase, @Nullable Object record, Throwable cause) {
        this(uid, phase, record, null, cause);
    }

    private OperatorFailure(
            String uid, String phase, @Nullable Object record, @Nullable String position, Throwable cause) {
        super(
                "operator '" + uid + "' failed in " + phase + (position == null ? "" : " on a record from " + position)
                        + ": " + cause,
                cause);
        this.uid = uid;
        this.phase = phase;
        this.record = record;
        this.position = position;
    }

    public String uid() {
        return uid;
    }

    /** The record it was working on; null where it was none. */
    public @Nullable Object record() {
        return record;
    }

    /** Where the source has the record, for people; empty where that isn't known. */
    public Optional<String> position() {
        return Optional.ofNullable(position);
    }

    /** The same failure, with the place of its record in the source. */
    public OperatorFailure at(String place) {
        OperatorFailure located =
                new OperatorFailure(uid, phase, record, place, getCause() == null ? this : getCause());
        located.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            located.addSuppressed(suppressed);
        }
        return located;
    }
}
