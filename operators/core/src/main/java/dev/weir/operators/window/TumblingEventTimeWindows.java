package dev.weir.operators.window;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.time.Durations;
import java.time.Duration;

/**
 * Windows of one size, side by side: each timestamp is in exactly one. Window starts are the multiples of the size,
 * shifted by the offset; that holds for negative timestamps and offsets too. Immutable.
 *
 * <pre>{@code
 * stream.keyBy(Click::page).window(TumblingEventTimeWindows.of(Duration.ofMinutes(5)));
 * // days of a city eight hours east of Greenwich
 * stream.keyBy(Click::page).window(TumblingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(-8)));
 * }</pre>
 */
public final class TumblingEventTimeWindows {

    private final long sizeMillis;
    private final long offsetMillis;

    private TumblingEventTimeWindows(long sizeMillis, long offsetMillis) {
        this.sizeMillis = sizeMillis;
        this.offsetMillis = offsetMillis;
    }

    /**
     * Windows that start at multiples of their size.
     *
     * @throws IllegalArgumentException where the size is not a positive number of whole ms
     */
    public static TumblingEventTimeWindows of(Duration size) {
        return of(size, Duration.ZERO);
    }

    /**
     * Windows whose starts are shifted.
     *
     * @param offset whole ms of either sign, smaller than the size
     * @throws IllegalArgumentException where the size is not positive, the offset not smaller than it, or one of them not
     *     in whole ms
     */
    public static TumblingEventTimeWindows of(Duration size, Duration offset) {
        if (size.isZero() || size.isNegative()) {
            throw new IllegalArgumentException("a window's size must be positive: size=" + size);
        }
        long sizeMillis = Durations.wholeMillis("a window's size", size);
        if (offset.abs().compareTo(size) >= 0) {
            throw new IllegalArgumentException("a window's offset must be smaller than its size: offset=" + offset
                    + ", size=" + size + "; take the remainder of the offset by the size");
        }
        long offsetMillis = Durations.wholeMillis("a window's offset", offset);
        return new TumblingEventTimeWindows(sizeMillis, Math.floorMod(offsetMillis, sizeMillis));
    }

    /** The length of each window in ms. */
    public long sizeMillis() {
        return sizeMillis;
    }

    /**
     * The window that holds a timestamp.
     *
     * @throws IllegalArgumentException where its bounds do not fit into a long
     */
    public TimeWindow windowOf(long timestamp) {
        long start = startOf(timestamp);
        return new TimeWindow(start, start + sizeMillis);
    }

    /** The start of the window that holds a timestamp. @throws IllegalArgumentException where bounds overflow */
    long startOf(long timestamp) {
        // both terms lie in [0, size), so nothing here wraps around, however large the size
        long intoWindow = Math.floorMod(timestamp, sizeMillis) - offsetMillis;
        if (intoWindow < 0) {
            intoWindow += sizeMillis;
        }
        long start = timestamp - intoWindow;
        boolean startsInRange = start <= timestamp && start != Timestamps.NONE;
        boolean endsInRange = start + sizeMillis > timestamp;
        if (!startsInRange || !endsInRange) {
            throw new IllegalArgumentException(
                    "a window must begin and end within the range of long: timestamp=" + timestamp + ", size="
                            + sizeMillis + " ms, offset=" + offsetMillis
                            + " ms; is the timestamp in ms since the epoch?");
        }
        return start;
    }

    /**
     * The name of window state: windows of another size or offset don't match what is stored, so they don't claim it.
     */
    String stateName() {
        return "tumbling-" + sizeMillis + "ms" + (offsetMillis == 0 ? "" : "-offset-" + offsetMillis + "ms");
    }
}
