package dev.weir.operators.time;

/**
 * Learns from the records of one subtask how far event time has come. One owner thread; a new generator per attempt.
 * Invariant: {@code currentWatermark} never falls.
 */
interface WatermarkGenerator<T> {

    /** A record passes. Called for every record: cheap, and without allocation. */
    void onRecord(T record, long timestamp);

    /** The watermark now; {@code Timestamps.NONE} while there is none. */
    long currentWatermark();
}
