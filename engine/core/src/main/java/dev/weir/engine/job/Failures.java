package dev.weir.engine.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The failures of one attempt: the first is the cause, later ones are suppressed. Bounded. */
final class Failures {

    private static final int KEPT = 20;

    private final List<Throwable> later = new ArrayList<>();
    private @Nullable Throwable first;

    void add(Throwable failure) {
        if (first == null) {
            first = failure;
        } else if (failure != first && later.size() < KEPT) {
            later.add(failure);
        }
    }

    void clear() {
        first = null;
        later.clear();
    }

    /** The exception that tells of them; the message of the first is part of its own. */
    JobFailedException toException(String message) {
        String text = first == null ? message : message + ": " + first;
        return new JobFailedException(text, first, later);
    }
}
