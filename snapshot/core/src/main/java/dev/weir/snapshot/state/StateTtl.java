package dev.weir.snapshot.state;

import java.time.Duration;

/**
 * How long what a keyed state holds lives after its last use, by the wall clock. An expired value is never returned; it is
 * removed when it is met, left out of savepoints and of checkpoints that are written whole, and swept up a few at a time
 * while records come. A list's elements, and a map's entries, expire one by one; any other state as a whole.
 *
 * <p>A time to live can be switched on, off, or changed between a savepoint and its restore: what was stored without one
 * counts as used at the restore.
 *
 * @param duration from the last use, at least 1 ms; a value that old has expired
 * @param update what counts as a use
 */
public record StateTtl(Duration duration, Update update) {

    /** What counts as a use. */
    public enum Update {
        /** A value is used when it is written. */
        WRITE,
        /** A value is used when it is written or returned. */
        READ_AND_WRITE
    }

    public StateTtl {
        if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.toSeconds() > Long.MAX_VALUE / 1000 - 1) {
            throw new IllegalArgumentException(
                    "a time to live is at least 1 ms, and no more milliseconds than fit a long: duration=" + duration);
        }
    }

    /** That long after the last write. */
    public static StateTtl of(Duration duration) {
        return new StateTtl(duration, Update.WRITE);
    }

    /** The same, counted from the last time the value was written or returned. */
    public StateTtl renewedByReads() {
        return new StateTtl(duration, Update.READ_AND_WRITE);
    }
}
