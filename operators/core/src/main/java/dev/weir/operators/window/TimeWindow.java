package dev.weir.operators.window;

/**
 * A span of event time.
 *
 * @param start the first ms that is in it
 * @param end the first ms after it; greater than {@code start}
 */
public record TimeWindow(long start, long end) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException where the window would be empty
     */
    public TimeWindow {
        if (end <= start) {
            throw new IllegalArgumentException("a window ends after its start: start=" + start + ", end=" + end);
        }
    }

    /** The last ms that is in it: the window is complete when the watermark reaches this. */
    public long maxTimestamp() {
        return end - 1;
    }

    /** {@code [start, end)}. */
    @Override
    public String toString() {
        return "[" + start + ", " + end + ")";
    }
}
