package dev.weir.samples.peers.common;

/** How a job is written and what flows through it. */
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
    AGGREGATE("aggregate");

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
