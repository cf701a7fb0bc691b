package dev.weir.engine.job;

import dev.weir.engine.operator.OperatorFailure;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a record that fails its operator every time: the same operator, exception class and record,
 * {@value #LIMIT} times in a row. A failure that isn't about a record breaks the row, since waiting may help it.
 */
public final class PoisonDetector {

    static final int LIMIT = 5;

    private record Signature(String uid, Class<?> exception, long recordHash) {}

    private @Nullable Signature last;
    private int inARow;

    /**
     * Counts a failure.
     *
     * @param restorePoint the checkpoint that the next attempt would restore; empty before the first
     * @return why no restart can help; empty while one may
     */
    public Optional<String> onFailure(Throwable cause, OptionalLong restorePoint) {
        OperatorFailure failure = operatorFailureIn(cause);
        Object record = failure == null ? null : failure.record();
        if (failure == null || record == null) {
            last = null;
            inARow = 0;
            return Optional.empty();
        }
        Throwable thrown = failure.getCause() == null ? failure : failure.getCause();
        Signature signature = new Signature(failure.uid(), thrown.getClass(), RecordHash.of(record));
        inARow = last != null && signature.equals(last) ? inARow + 1 : 1;
        last = signature;
        if (inARow < LIMIT) {
            return Optional.empty();
        }
        return Optional.of("a record that always fails stops the job: operator '" + failure.uid() + "' failed " + inARow
                + " times in a row with " + thrown.getClass().getName() + " on the same record: "
                + Excerpt.of(record) + "; " + place(failure, restorePoint)
                + "; handle the record in the operator or remove it from the source");
    }

    private static String place(OperatorFailure failure, OptionalLong restorePoint) {
        return failure.position()
                .map(position -> "the source has it at " + position)
                .orElse(
                        "it came through a shuffle, so its place in the source isn't known: it is made of what the sources"
                                + " read "
                                + (restorePoint.isPresent()
                                        ? "after checkpoint " + restorePoint.getAsLong()
                                        : "since the job's beginning"));
    }

    private static @Nullable OperatorFailure operatorFailureIn(Throwable cause) {
        Throwable at = cause;
        for (int depth = 0; at != null && depth < 50; depth++) {
            if (at instanceof OperatorFailure failure) {
                return failure;
            }
            at = at.getCause();
        }
        return null;
    }
}
