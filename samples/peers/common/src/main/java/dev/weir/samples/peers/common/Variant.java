package dev.weir.samples.peers.common;

import java.time.Duration;

/** How a job is written, what flows through it, and how its barriers travel. */
public enum Variant {
    /**
     * Long keys. The running sum is a function of the user's own with a {@code ValueState<Long>}; the sum of a window is the
     * system's built-in one, where it has one.
     */
    STATE("state"),
    /** The system's built-in keyed sum where it has one, else as {@link #STATE}. */
    SUM("sum"),
    /** String keys, {@code user-<n>}, out of a dictionary: records of one key share the string, as interned names do. */
    STRING("string"),
    /** The same, each decoded afresh from a buffer, as a source that reads a log would do. */
    FRESH_STRING("fresh-string"),
    /** Records are mutable beans, where the system would otherwise use immutable ones. */
    BEAN("bean"),
    /** One more map in the chain before the shuffle. */
    CHAIN("chain"),
    /** The sum of a window is an aggregate function of the user's own. */
    AGGREGATE("aggregate"),
    /** Long keys, as {@link #STATE}. Barriers stay behind the records that were sent before them. */
    ALIGNED("aligned"),
    /** The same, with unaligned checkpoints: barriers overtake records, which become part of the checkpoint. */
    UNALIGNED("unaligned"),
    /** The same, with barriers that overtake only after {@link #ALIGNMENT_TIMEOUT}. */
    ALIGNED_TIMEOUT("aligned-timeout"),
    /** As {@link #ALIGNED}, with buffers that shrink until what waits in them takes a second; Flink only. */
    DEBLOATED("debloated");

    /** How long barriers of {@link #ALIGNED_TIMEOUT} wait in their place. */
    public static final Duration ALIGNMENT_TIMEOUT = Duration.ofMillis(100);

    private final String label;

    Variant(String label) {
        this.label = label;
    }

    /** The name users give, such as {@code state}. */
    public String label() {
        return label;
    }

    public boolean hasStringKeys() {
        return this == STRING || this == FRESH_STRING;
    }

    public boolean hasSecondMap() {
        return this == CHAIN;
    }

    /** Whether the variant says how barriers travel. */
    public boolean isAboutBarriers() {
        return this == ALIGNED || this == UNALIGNED || this == ALIGNED_TIMEOUT || this == DEBLOATED;
    }

    /** Whether barriers may overtake records, at once or after a while. */
    public boolean isUnaligned() {
        return this == UNALIGNED || this == ALIGNED_TIMEOUT;
    }

    /** How long barriers that may overtake wait before they do; zero for not at all. */
    public Duration alignmentTimeout() {
        return this == ALIGNED_TIMEOUT ? ALIGNMENT_TIMEOUT : Duration.ZERO;
    }

    /** What the maps before the filter make of a generated value. */
    public long mapped(long value) {
        long incremented = Records.increment(value);
        return hasSecondMap() ? Records.triple(incremented) : incremented;
    }

    /** What stands for a key in the checksum. */
    public long keyCode(int key) {
        return hasStringKeys() ? Records.userOf(key).hashCode() : key;
    }

    @Override
    public String toString() {
        return label;
    }
}
