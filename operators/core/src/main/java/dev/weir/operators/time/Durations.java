package dev.weir.operators.time;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Durations from the API as numbers for loops, with nonsense refused. */
public final class Durations {

    private Durations() {}

    /**
     * The duration in ms, parts of one rounded up.
     *
     * @param what what it is, for the message
     * @throws IllegalArgumentException where it is negative or does not fit
     */
    public static long millis(String what, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative: got " + duration);
        }
        try {
            long floor = duration.toMillis();
            return isInWholeMillis(duration) ? floor : Math.addExact(floor, 1);
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException(what + " must be at most Long.MAX_VALUE ms: got " + duration, tooLong);
        }
    }

    /**
     * The duration in ms.
     *
     * @param what what it is, for the message
     * @throws IllegalArgumentException where it is not in whole ms or does not fit
     */
    public static long wholeMillis(String what, Duration duration) {
        if (!isInWholeMillis(duration)) {
            throw new IllegalArgumentException(what + " must be in whole ms, as timestamps are: got " + duration);
        }
        try {
            return duration.toMillis();
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException(what + " must fit into a long of ms: got " + duration, tooLong);
        }
    }

    private static boolean isInWholeMillis(Duration duration) {
        return duration.truncatedTo(ChronoUnit.MILLIS).equals(duration);
    }

    /** The duration in ns, cut to {@code Long.MAX_VALUE} where it is longer (292 years). */
    static long saturatedNanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
