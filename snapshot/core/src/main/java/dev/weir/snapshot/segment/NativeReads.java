package dev.weir.snapshot.segment;

import dev.weir.snapshot.plugin.StateBackend;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * What the reading of native files needs.
 *
 * @param backends opens the backend that wrote them
 * @param attempt the execution attempt that restores: local folders of two attempts differ
 * @param processingTimeMillis wall-clock time since 1970, for values that expire
 */
public record NativeReads(Backends backends, long attempt, LongSupplier processingTimeMillis) {

    /** Finds state backends by their names; any thread. */
    @FunctionalInterface
    public interface Backends {
        /**
         * The backend of a name; whoever gives it closes it.
         *
         * @throws IOException where there is none: the name and the remedy told
         */
        StateBackend of(String name) throws IOException;
    }

    /** Reads none. */
    public static final NativeReads NONE = new NativeReads(
            name -> {
                throw new IOException(
                        "native files are read by the backend that wrote them, and none can be opened here: backend="
                                + name + "; start from a savepoint, which every backend reads");
            },
            0,
            () -> 0);
}
