package dev.weir.engine.simulation.program;

/**
 * What the simulated job is like.
 *
 * @param seed decides the keys
 * @param keys how many keys there are
 * @param splits how many splits the source has
 * @param clicksPerSplit how long a split is
 */
public record Shape(
        long seed, int keys, int splits, int clicksPerSplit, Dealing dealing, KeyClass keyClass, SinkEdge sinkEdge) {

    /** Source and sink run with this many subtasks. */
    public static final int SOURCES = 3;

    public static final int SINKS = 3;

    /** A bucket of event time, in ms. */
    public static final long BUCKET_MILLIS = 100;

    /** Event time between two clicks of a split, in ms. */
    public static final long STEP_MILLIS = 10;

    /** How readers get their splits. */
    public enum Dealing {
        /** One each, at the start; the source makes watermarks. */
        ONE_EACH,
        /** One after the other, on request; event time stands still until the end. */
        ON_REQUEST
    }

    /** What the key of the counting operator is. */
    public enum KeyClass {
        LONG,
        STRING
    }

    /** How rows reach the sink. */
    public enum SinkEdge {
        /** By key: rows of a key keep their order. */
        KEYED,
        REBALANCE
    }

    /** The click with this number; the same whenever it is asked for. */
    public Click click(int split, long number) {
        long mixed = mix(seed * 31 + split * 1_000_003L + number);
        return new Click(Math.floorMod(mixed, keys), split, number, Math.floorMod(mixed >> 20, 1000));
    }

    public long timestampOf(long number) {
        return number * STEP_MILLIS;
    }

    /** The last ms of the bucket a timestamp is in. */
    public static long bucketEnd(long timestamp) {
        return Math.floorDiv(timestamp, BUCKET_MILLIS) * BUCKET_MILLIS + BUCKET_MILLIS - 1;
    }

    private static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 29);
    }
}
