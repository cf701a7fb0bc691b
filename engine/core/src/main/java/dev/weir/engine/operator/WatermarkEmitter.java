package dev.weir.engine.operator;

/**
 * An operator that makes watermarks. Its {@code onWatermark} gets those from before it; it is asked for its own
 * periodically ({@code weir.task.watermark-interval}), and when the subtask falls idle.
 */
public interface WatermarkEmitter {

    /**
     * The watermark now; {@link Timestamps#NONE} while there is none. One that is not higher than the last is ignored.
     *
     * @param nowNanos monotonic time
     */
    long currentWatermark(long nowNanos);

    /**
     * The subtask takes nothing at present, since what it sends isn't taken: that no records come doesn't count as silence.
     * Called in place of a look, before the other two.
     */
    default void onHeldUp(long nowNanos) {}

    /** Whether it has been silent so long that nobody should wait for it. */
    boolean isIdle(long nowNanos);
}
