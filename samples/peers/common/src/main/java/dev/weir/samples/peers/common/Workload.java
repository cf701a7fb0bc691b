package dev.weir.samples.peers.common;

import java.time.Duration;

/** What is measured. A keyed sum over {@link Records#KEY_COUNT} keys, with checkpoints or without. */
public enum Workload {
    /** No checkpoints. */
    W1A("W1a", Duration.ZERO),
    /** An exactly-once checkpoint to files every second, state on the heap. */
    W1B("W1b", Duration.ofSeconds(1));

    /** Sources and keyed subtasks of every job. */
    public static final int PARALLELISM = 2;

    private final String label;
    private final Duration checkpointInterval;

    Workload(String label, Duration checkpointInterval) {
        this.label = label;
        this.checkpointInterval = checkpointInterval;
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

    @Override
    public String toString() {
        return label;
    }
}
