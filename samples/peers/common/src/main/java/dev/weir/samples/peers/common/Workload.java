package dev.weir.samples.peers.common;

import java.time.Duration;

/** What is measured: a keyed sum, with checkpoints or without. */
public enum Workload {
    /** No checkpoints. */
    W1A("W1a", Duration.ZERO, Records.KEY_COUNT),
    /** An exactly-once checkpoint to files every second, state on the heap. */
    W1B("W1b", Duration.ofSeconds(1), Records.KEY_COUNT),
    /**
     * How long a snapshot stops processing when each subtask holds a million keys; checkpoints as in {@link #W1B}. The
     * filter drops one key in sixteen, so more are drawn.
     */
    SYNC("sync", Duration.ofSeconds(1), 2_133_333),
    /** The job of {@link #W1A}; is there more on the heap after each collection? */
    GROWTH("growth", Duration.ZERO, Records.KEY_COUNT);

    /** Sources and keyed subtasks of every job. */
    public static final int PARALLELISM = 2;

    private final String label;
    private final Duration checkpointInterval;
    private final int keyCount;

    Workload(String label, Duration checkpointInterval, int keyCount) {
        this.label = label;
        this.checkpointInterval = checkpointInterval;
        this.keyCount = keyCount;
    }

    /** The name users give, such as {@code W1a}. */
    public String label() {
        return label;
    }

    public boolean isCheckpointed() {
        return !checkpointInterval.isZero();
    }

    /** The time between checkpoints; zero when there are none. */
    public Duration checkpointInterval() {
        return checkpointInterval;
    }

    /** How many different keys the sources draw. */
    public int keyCount() {
        return keyCount;
    }

    /** Whether the job can be written so. Strings are made ready for {@link Records#KEY_COUNT} keys only. */
    public boolean supports(Variant variant) {
        return keyCount <= Records.KEY_COUNT || !variant.hasStringKeys();
    }

    /** Whether the times of the snapshots' parts are wanted, which only Weir tells. */
    public boolean asksForSnapshotTimes() {
        return this == SYNC;
    }

    boolean isHeapSampled() {
        return this == GROWTH;
    }

    @Override
    public String toString() {
        return label;
    }
}
