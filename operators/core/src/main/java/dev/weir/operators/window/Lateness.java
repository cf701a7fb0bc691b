package dev.weir.operators.window;

import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * How long a window waits after it has fired, and what becomes of records that come later still.
 *
 * @param allowedMillis not negative
 * @param lateOutput where late records go; null to count and drop them
 */
public record Lateness<IN>(long allowedMillis, @Nullable OutputTag<IN> lateOutput) {

    /** No lateness is allowed; late records are counted and dropped. */
    public static <IN> Lateness<IN> none() {
        return new Lateness<>(0, null);
    }

    /** The same with another wait. */
    public Lateness<IN> allowing(long millis) {
        return new Lateness<>(millis, lateOutput);
    }

    /** The same with late records sent to a side output. */
    public Lateness<IN> sendingTo(OutputTag<IN> tag) {
        return new Lateness<>(allowedMillis, tag);
    }

    /** The event time at which the window is forgotten and its records are late; never wraps around. */
    long cleanupTime(long windowMaxTimestamp) {
        boolean fits = windowMaxTimestamp <= Timestamps.MAX - allowedMillis;
        return fits ? windowMaxTimestamp + allowedMillis : Timestamps.MAX;
    }
}
