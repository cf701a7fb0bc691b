package dev.weir.samples.peers.common;

/**
 * The arithmetic of the workloads, the same in every system: what a record's value is, what the maps do to it, which
 * records the filter keeps, and how the sink mixes a result into its checksum.
 *
 * <p>A record's value depends on its key alone. So the running sums of a key are {@code v, 2v, 3v, ...} in whatever
 * order its sources interleave, and the checksum over all of them is one number that a plain loop can compute.
 */
public final class Records {

    /** How many different keys the generators draw, unless the workload says otherwise. */
    public static final int KEY_COUNT = 100_000;

    static final String USER_PREFIX = "user-";

    private static final String[] USERS = new String[KEY_COUNT];

    static {
        for (int key = 0; key < KEY_COUNT; key++) {
            USERS[key] = USER_PREFIX + key;
        }
    }

    private Records() {}

    /** The value of every record of a key, in {@code [0, 65536)}. */
    public static long valueOf(long key) {
        return ((key + 1) * 0x9E3779B97F4A7C15L) >>> 48;
    }

    /** The map of every workload. */
    public static long increment(long value) {
        return value + 1;
    }

    /** The second map, of {@link Variant#CHAIN} and {@link Workload.Job#SHUFFLE}; it leaves the filter's choice as it was, three being odd. */
    public static long triple(long value) {
        return value * 3;
    }

    /** The filter, on what the maps made: it drops about one key in sixteen. */
    public static boolean isKept(long mappedValue) {
        return (mappedValue & 15) != 0;
    }

    /** The string {@code user-<key>}, the same object each time. */
    public static String userOf(int key) {
        return USERS[key];
    }

    /** What stands for the sum's key and window in the checksum. */
    public static long windowCode(long key, long windowStartMillis) {
        return mix(key, windowStartMillis);
    }

    /**
     * What one result adds to the checksum (a wrapping sum).
     *
     * @param keyCode the key, or the hash code of a string key
     * @param runningSum the sum of the key's mapped values so far
     */
    public static long mix(long keyCode, long runningSum) {
        long product = (keyCode * 0xD1B54A32D192ED03L + runningSum) * 0x9E3779B97F4A7C15L;
        return product ^ (product >>> 29);
    }
}
