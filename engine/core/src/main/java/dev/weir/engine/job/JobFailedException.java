package dev.weir.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a job ended. The cause is the first failure; what failed after it, or while closing, is suppressed in it. */
public final class JobFailedException extends RuntimeException {

    public JobFailedException(String message, @Nullable Throwable cause, List<Throwable> later) {
        super(message, cause);
        later.stream().filter(failure -> failure != cause).forEach(this::addSuppressed);
    }
}
