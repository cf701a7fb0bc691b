package dev.weir.engine.simulation.world;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Everything that is drawn at random; the same seed draws the same. */
final class Draws {

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final RandomGenerator random;

    Draws(long seed) {
        // The algorithm is named: a seed must draw the same on every Java version.
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    RandomGenerator generator() {
        return random;
    }

    /** In {@code [from, to]}. */
    int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    long nanosBetween(long fromNanos, long toNanos) {
        return random.nextLong(fromNanos, toNanos + 1);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** How long a message is on its way: mostly microseconds, now and then long enough for others to overtake. */
    long messageNanos() {
        int kind = random.nextInt(100);
        if (kind < 75) {
            return nanosBetween(MICRO, 50 * MICRO);
        }
        return kind < 97 ? nanosBetween(50 * MICRO, 2 * MILLI) : nanosBetween(2 * MILLI, 25 * MILLI);
    }

    /** How long blocking work takes. */
    long workNanos() {
        return chance(0.9) ? nanosBetween(20 * MICRO, 3 * MILLI) : nanosBetween(3 * MILLI, 30 * MILLI);
    }
}
