package dev.weir.operators.time;

/**
 * Learns from records how far event time has come: from those of one split, or of one subtask. One owner thread; a new
 * generator per attempt. {@code currentWatermark} never falls.
 *
 * <pre>{@code
 * // Clicks carry the time up to which their sender has sent all.
 * final class SentUpTo implements WatermarkGenerator<Click> {
 *     private long upTo = Long.MIN_VALUE;
 *
 *     public void onRecord(Click click, long timestamp) {
 *         upTo = Math.max(upTo, click.sentUpTo());
 *     }
 *
 *     public long currentWatermark() {
 *         return upTo;
 *     }
 * }
 * }</pre>
 */
public interface WatermarkGenerator<T> {

    /** A record passes. Called for every record: cheap, and without allocation. */
    void onRecord(T record, long timestamp);

    /** The watermark now, in ms; {@code Long.MIN_VALUE} while there is none. Called periodically. */
    long currentWatermark();

    /**
     * Its state, which goes into checkpoints with its split; empty if it has none: then it learns anew after a restart, and
     * until then the watermark stays where it was. The first byte should be a version. Must be quick.
     */
    default byte[] snapshot() {
        return new byte[0];
    }

    /**
     * Takes up a state that {@link #snapshot} gave; called once, before any record, and not with an empty one.
     *
     * @throws IllegalArgumentException if it can't be read
     */
    default void restore(byte[] state) {}
}
