package dev.weir.engine.subtask;

import org.jspecify.annotations.Nullable;

/** Keeps the first failure as the cause and the later ones as suppressed. */
final class Suppressed {

    private Suppressed() {}

    static @Nullable Throwable add(@Nullable Throwable first, @Nullable Throwable next) {
        if (next == null || next == first) {
            return first;
        }
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
