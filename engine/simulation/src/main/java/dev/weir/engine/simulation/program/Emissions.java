package dev.weir.engine.simulation.program;

/** What operators emit of their own: origins and values, for the operators and for the reference alike. */
public final class Emissions {

    private static final int FIRST_ORIGIN = 1_000_000;
    private static final int ORIGINS_PER_NODE = 10;
    private static final long COUNT_WEIGHT = 1_000_003;

    /** What a record tells. */
    public enum Tells {
        /** The key's {@code number}-th record was counted on the first input; the value is the sum so far. */
        COUNT(0),
        /** The same on the second input. */
        SECOND_COUNT(1),
        /** The bucket that ends at {@code number} is over. */
        BUCKET(2),
        /** The key's only processing-time timer has fired. */
        ALARM(3),
        /** The rule with this number was taken. */
        RULE(4);

        private final int place;

        Tells(int place) {
            this.place = place;
        }
    }

    private Emissions() {}

    static int origin(int node, Tells tells) {
        return FIRST_ORIGIN + node * ORIGINS_PER_NODE + tells.place;
    }

    static Tells count(int input) {
        return input == 0 ? Tells.COUNT : Tells.SECOND_COUNT;
    }

    /** Whether an origin is a counter's: where counts may be too high, further counters meet keys made of them. */
    public static boolean followsCounts(int origin) {
        return origin >= FIRST_ORIGIN && (origin - FIRST_ORIGIN) % ORIGINS_PER_NODE != Tells.RULE.place;
    }

    /** Whether an origin is a count's: with at-least-once these go on rising. */
    public static boolean mayGoOn(int origin) {
        int place = (origin - FIRST_ORIGIN) % ORIGINS_PER_NODE;
        return origin >= FIRST_ORIGIN && (place == Tells.COUNT.place || place == Tells.SECOND_COUNT.place);
    }

    /** Whether an origin is that of buckets: those that a drain has ended early may end again. */
    public static boolean mayRepeatAfterDrain(int origin) {
        return origin >= FIRST_ORIGIN && (origin - FIRST_ORIGIN) % ORIGINS_PER_NODE == Tells.BUCKET.place;
    }

    /** What a record adds to its bucket. */
    static long bucketShare(int input, long value) {
        return COUNT_WEIGHT * (input + 1) + value;
    }
}
